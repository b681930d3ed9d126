//! An optimizer rule that computes all features of the same position in one pass.
//!
//! ```text
//! select white_forks_safe(fen), black_king_escapes(fen)
//! ->     feature_value(features('black_king_escapes,white_forks_safe', fen), 'white_forks_safe'), feature_value(..., ...)
//! ```
//!
//! Both calls of `features` are the same expression, which DataFusion's common subexpression elimination computes once.
//! The text is read once, and a term that both features need, such as all attacked squares, is computed once.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{Expr, LogicalPlan, ScalarUDF, lit};
use datafusion::optimizer::optimizer::ApplyOrder;
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};

use crate::features::{FEATURES, is_feature, several, value};

/// Replaces calls of different features by calls of `features`, if the replaced calls are in one node of a plan and
/// have the same arguments.
///
/// Add the rule to a session with `SessionContext::add_optimizer_rule`.
#[derive(Debug)]
pub struct ShareFeatures {
    features: Arc<ScalarUDF>,
    value: Arc<ScalarUDF>,
}

/// For each list of arguments, the names of the features that are called with these arguments.
type Calls = HashMap<Vec<Expr>, BTreeSet<String>>;

impl Default for ShareFeatures {
    fn default() -> Self {
        let [features, value] = [several(), value()].map(|function| Arc::new(ScalarUDF::new_from_impl(function)));
        Self { features, value }
    }
}

impl ShareFeatures {
    /// Replaces a call of a feature by calls of `feature_value` and `features`, if another feature is called with the
    /// same arguments. Otherwise returns the expression unchanged.
    fn shared(&self, expression: Expr, calls: &Calls) -> Transformed<Expr> {
        let Some((name, arguments)) = feature_call(&expression) else { return Transformed::no(expression) };
        match calls.get(arguments) {
            Some(names) if names.len() > 1 => {
                let all = names.iter().map(String::as_str).collect::<Vec<_>>().join(",");
                let arguments = [lit(all)].into_iter().chain(arguments.iter().cloned()).collect();
                Transformed::yes(self.value.call(vec![self.features.call(arguments), lit(name)]))
            }
            _ => Transformed::no(expression),
        }
    }
}

/// Returns the name and the arguments of a call of a feature, or `None` if the expression is not a call of a feature.
fn feature_call(expression: &Expr) -> Option<(&str, &Vec<Expr>)> {
    match expression {
        Expr::ScalarFunction(call) if call.name() != FEATURES && is_feature(call.name()) => {
            Some((call.name(), &call.args))
        }
        _ => None,
    }
}

/// Returns all calls of features in a node of a plan.
fn calls_in(plan: &LogicalPlan) -> Result<Calls> {
    let mut calls = Calls::new();
    plan.apply_expressions(|expression| {
        expression.apply(|inner| {
            if let Some((name, arguments)) = feature_call(inner) {
                calls.entry(arguments.clone()).or_default().insert(name.to_string());
            }
            Ok(TreeNodeRecursion::Continue)
        })
    })?;
    Ok(calls)
}

impl OptimizerRule for ShareFeatures {
    fn name(&self) -> &str {
        "share_features"
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(&self, plan: LogicalPlan, _: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        let calls = calls_in(&plan)?;
        if calls.values().all(|names| names.len() < 2) {
            return Ok(Transformed::no(plan));
        }
        let names = NamePreserver::new(&plan);
        plan.map_expressions(|expression| {
            let name = names.save(&expression);
            let shared = expression.transform_up(|inner| Ok(self.shared(inner, &calls)))?;
            Ok(shared.update_data(|expression| name.restore(expression)))
        })
    }
}
