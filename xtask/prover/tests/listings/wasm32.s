# Batch loops as `cargo prove` compiles them, with short names. Directives are left out.
_RNvC8recorded13simd128_kings:
	global.get __stack_pointer
	i32.const 16
	i32.sub
	local.tee 3
	global.set __stack_pointer
	block
	block
	block
	block
	block
	local.get 2
	local.get 0
	i64.load 0:p2align=2
	local.tee 4
	i64.const 32
	i64.shr_u
	i32.wrap_i64
	local.tee 0
	i32.ne
	br_if 0
	block
	local.get 2
	i32.const 2
	i32.lt_u
	br_if 0
	i32.const 0
	local.set 5
	i32.const 0
	local.get 2
	i32.const 1
	i32.and
	i32.sub
	local.get 2
	i32.const -2
	i32.add
	i32.and
	local.set 6
	local.get 4
	i32.wrap_i64
	local.set 7
	local.get 2
	i32.const 32768
	i32.gt_u
	br_if 2
	loop
	local.get 2
	local.get 5
	i32.lt_u
	br_if 6
	local.get 2
	local.get 5
	i32.sub
	i32.const 1
	i32.shr_u
	local.tee 8
	local.get 8
	i32.gt_u
	br_if 5
	block
	local.get 8
	i32.eqz
	br_if 0
	local.get 5
	i32.const 3
	i32.shl
	local.tee 9
	local.get 7
	i32.add
	local.set 0
	local.get 9
	local.get 1
	i32.add
	local.set 9
	loop
	local.get 9
	local.get 0
	v128.load 0:p2align=0
	local.tee 10
	i32.const 1
	i64x2.shr_u
	v128.const 9187201950435737471, 9187201950435737471
	v128.and
	local.get 10
	i32.const 1
	i64x2.shl
	v128.const -72340172838076674, -72340172838076674
	v128.and
	v128.or
	local.tee 11
	local.get 10
	v128.or
	local.tee 10
	i32.const 8
	i64x2.shr_u
	local.get 10
	i32.const 8
	i64x2.shl
	v128.or
	local.get 11
	v128.or
	v128.store 0:p2align=3
	local.get 0
	i32.const 16
	i32.add
	local.set 0
	local.get 9
	i32.const 16
	i32.add
	local.set 9
	local.get 8
	i32.const -1
	i32.add
	local.tee 8
	br_if 0
	end_loop
	end_block
	local.get 5
	local.get 6
	i32.eq
	local.set 0
	local.get 6
	local.set 5
	local.get 0
	i32.eqz
	br_if 0
	br 4
	end_loop
	end_block
	local.get 2
	i32.const 1
	i32.ne
	br_if 2
	local.get 1
	local.get 4
	i32.wrap_i64
	i64.load 0
	local.tee 4
	i64.const 1
	i64.shr_u
	i64.const 9187201950435737471
	i64.and
	local.get 4
	i64.const 1
	i64.shl
	i64.const -72340172838076674
	i64.and
	i64.or
	local.tee 12
	local.get 4
	i64.or
	local.tee 4
	i64.const 8
	i64.shr_u
	local.get 4
	i64.const 8
	i64.shl
	i64.or
	local.get 12
	i64.or
	i64.store 0
	br 2
	end_block
	local.get 3
	local.get 0
	i32.store 8
	local.get 3
	local.get 2
	i32.store 12
	local.get 3
	i32.const 8
	i32.add
	i32.const 1
	local.get 3
	i32.const 12
	i32.add
	i32.const 1
	i32.const .Lanon.1
	call unequal_lengths
	unreachable
	end_block
	i32.const 0
	local.set 5
	loop
	local.get 2
	local.get 5
	i32.lt_u
	br_if 3
	local.get 2
	local.get 5
	i32.sub
	i32.const 1
	i32.shr_u
	local.tee 8
	local.get 8
	i32.gt_u
	br_if 2
	block
	local.get 8
	i32.eqz
	br_if 0
	local.get 5
	i32.const 3
	i32.shl
	local.tee 9
	local.get 7
	i32.add
	local.set 0
	local.get 9
	local.get 1
	i32.add
	local.set 9
	loop
	local.get 9
	local.get 0
	v128.load 0:p2align=0
	local.tee 10
	i32.const 1
	i64x2.shr_u
	v128.const 9187201950435737471, 9187201950435737471
	v128.and
	local.get 10
	i32.const 1
	i64x2.shl
	v128.const -72340172838076674, -72340172838076674
	v128.and
	v128.or
	local.tee 11
	local.get 10
	v128.or
	local.tee 10
	i32.const 8
	i64x2.shr_u
	local.get 10
	i32.const 8
	i64x2.shl
	v128.or
	local.get 11
	v128.or
	v128.store 0:p2align=3
	local.get 0
	i32.const 16
	i32.add
	local.set 0
	local.get 9
	i32.const 16
	i32.add
	local.set 9
	local.get 8
	i32.const -1
	i32.add
	local.tee 8
	br_if 0
	end_loop
	end_block
	local.get 5
	local.get 6
	i32.eq
	local.set 0
	local.get 6
	local.set 5
	local.get 0
	i32.eqz
	br_if 0
	end_loop
	end_block
	local.get 3
	i32.const 16
	i32.add
	global.set __stack_pointer
	return
	end_block
	i32.const 0
	local.get 8
	local.get 8
	i32.const .Lanon.4
	call slice_index_fail
	unreachable
	end_block
	local.get 5
	local.get 2
	local.get 2
	i32.const .Lanon.6
	call slice_index_fail
	unreachable
	end_function

_RNvC8recorded13simd128_moves:
	global.get __stack_pointer
	i32.const 16
	i32.sub
	local.tee 3
	global.set __stack_pointer
	local.get 0
	i32.load 12
	local.set 4
	block
	block
	block
	local.get 2
	local.get 0
	i32.load 4
	local.tee 5
	i32.ne
	br_if 0
	local.get 4
	local.get 5
	i32.ne
	br_if 0
	local.get 0
	i32.load 8
	local.set 6
	local.get 0
	i32.load 0
	local.set 7
	block
	block
	local.get 2
	i32.const 2
	i32.lt_u
	br_if 0
	i32.const 0
	local.set 8
	i32.const 0
	local.get 2
	i32.const 1
	i32.and
	i32.sub
	local.get 2
	i32.const -2
	i32.add
	i32.and
	local.set 9
	loop
	local.get 2
	local.get 8
	i32.lt_u
	br_if 4
	local.get 2
	local.get 8
	i32.sub
	i32.const 1
	i32.shr_u
	local.tee 10
	local.get 10
	i32.gt_u
	br_if 5
	block
	local.get 10
	i32.eqz
	br_if 0
	local.get 6
	local.get 8
	i32.const 3
	i32.shl
	local.tee 5
	i32.add
	local.set 0
	local.get 7
	local.get 5
	i32.add
	local.set 4
	local.get 5
	local.get 1
	i32.add
	local.set 5
	loop
	local.get 5
	local.get 4
	v128.load 0:p2align=0
	local.tee 11
	i32.const 2
	i64x2.shr_u
	v128.const 4557430888798830399, 4557430888798830399
	v128.and
	local.get 11
	i32.const 2
	i64x2.shl
	v128.const -217020518514230020, -217020518514230020
	v128.and
	v128.or
	local.tee 12
	i32.const 8
	i64x2.shr_u
	local.get 12
	i32.const 8
	i64x2.shl
	v128.or
	local.get 11
	i32.const 1
	i64x2.shr_u
	v128.const 9187201950435737471, 9187201950435737471
	v128.and
	local.get 11
	i32.const 1
	i64x2.shl
	v128.const -72340172838076674, -72340172838076674
	v128.and
	v128.or
	local.tee 11
	i32.const 16
	i64x2.shl
	v128.or
	local.get 11
	i32.const 16
	i64x2.shr_u
	v128.or
	local.get 0
	v128.load 0:p2align=0
	v128.andnot
	v128.store 0:p2align=3
	local.get 0
	i32.const 16
	i32.add
	local.set 0
	local.get 4
	i32.const 16
	i32.add
	local.set 4
	local.get 5
	i32.const 16
	i32.add
	local.set 5
	local.get 10
	i32.const -1
	i32.add
	local.tee 10
	br_if 0
	end_loop
	end_block
	local.get 8
	local.get 9
	i32.eq
	local.set 0
	local.get 9
	local.set 8
	local.get 0
	i32.eqz
	br_if 0
	br 2
	end_loop
	end_block
	local.get 2
	i32.const 1
	i32.ne
	br_if 0
	local.get 1
	local.get 7
	i64.load 0
	local.tee 13
	i64.const 2
	i64.shr_u
	i64.const 4557430888798830399
	i64.and
	local.get 13
	i64.const 2
	i64.shl
	i64.const -217020518514230020
	i64.and
	i64.or
	local.tee 14
	i64.const 8
	i64.shr_u
	local.get 14
	i64.const 8
	i64.shl
	i64.or
	local.get 13
	i64.const 1
	i64.shr_u
	i64.const 9187201950435737471
	i64.and
	local.get 13
	i64.const 1
	i64.shl
	i64.const -72340172838076674
	i64.and
	i64.or
	local.tee 13
	i64.const 16
	i64.shr_u
	local.get 13
	i64.const 16
	i64.shl
	i64.or
	i64.or
	local.get 6
	i64.load 0
	i64.const -1
	i64.xor
	i64.and
	i64.store 0
	end_block
	local.get 3
	i32.const 16
	i32.add
	global.set __stack_pointer
	return
	end_block
	local.get 3
	local.get 4
	i64.extend_i32_u
	i64.const 32
	i64.shl
	local.get 5
	i64.extend_i32_u
	i64.or
	i64.store 0
	local.get 3
	local.get 2
	i32.store 12
	local.get 3
	i32.const 2
	local.get 3
	i32.const 12
	i32.add
	i32.const 1
	i32.const .Lanon.1
	call unequal_lengths
	unreachable
	end_block
	local.get 8
	local.get 2
	local.get 2
	i32.const .Lanon.6
	call slice_index_fail
	unreachable
	end_block
	i32.const 0
	local.get 10
	local.get 10
	i32.const .Lanon.4
	call slice_index_fail
	unreachable
	end_function

_RNvC8recorded13simd128_forks:
	global.get __stack_pointer
	i32.const 16
	i32.sub
	local.tee 3
	global.set __stack_pointer
	block
	block
	block
	local.get 2
	local.get 0
	i64.load 0:p2align=2
	local.tee 4
	i64.const 32
	i64.shr_u
	i32.wrap_i64
	local.tee 0
	i32.ne
	br_if 0
	block
	block
	local.get 2
	i32.const 2
	i32.lt_u
	br_if 0
	i32.const 0
	local.set 5
	i32.const 0
	local.get 2
	i32.const 1
	i32.and
	i32.sub
	local.get 2
	i32.const -2
	i32.add
	i32.and
	local.set 6
	local.get 4
	i32.wrap_i64
	local.set 7
	loop
	local.get 2
	local.get 5
	i32.lt_u
	br_if 4
	local.get 2
	local.get 5
	i32.sub
	i32.const 1
	i32.shr_u
	local.tee 8
	local.get 8
	i32.gt_u
	br_if 5
	block
	local.get 8
	i32.eqz
	br_if 0
	local.get 5
	i32.const 3
	i32.shl
	local.tee 9
	local.get 7
	i32.add
	local.set 0
	local.get 9
	local.get 1
	i32.add
	local.set 9
	loop
	local.get 9
	local.get 0
	v128.load 0:p2align=0
	local.tee 10
	i32.const 2
	i64x2.shr_u
	v128.const 4557430888798830399, 4557430888798830399
	v128.and
	local.tee 11
	local.get 10
	i32.const 2
	i64x2.shl
	v128.const -217020518514230020, -217020518514230020
	v128.and
	local.tee 12
	v128.and
	local.tee 13
	i32.const 8
	i64x2.shr_u
	local.get 13
	i32.const 8
	i64x2.shl
	v128.or
	local.get 10
	i32.const 1
	i64x2.shr_u
	v128.const 9187201950435737471, 9187201950435737471
	v128.and
	local.tee 13
	local.get 10
	i32.const 1
	i64x2.shl
	v128.const -72340172838076674, -72340172838076674
	v128.and
	local.tee 10
	v128.and
	local.tee 14
	i32.const 16
	i64x2.shl
	v128.or
	local.get 14
	i32.const 16
	i64x2.shr_u
	v128.or
	local.get 13
	local.get 10
	v128.or
	local.tee 10
	i32.const 16
	i64x2.shr_u
	local.tee 13
	local.get 10
	i32.const 16
	i64x2.shl
	local.tee 10
	v128.and
	v128.or
	local.get 11
	local.get 12
	v128.or
	local.tee 11
	i32.const 8
	i64x2.shr_u
	local.tee 12
	local.get 11
	i32.const 8
	i64x2.shl
	local.tee 11
	v128.and
	v128.or
	local.get 12
	local.get 11
	v128.or
	local.get 13
	local.get 10
	v128.or
	v128.and
	v128.or
	v128.store 0:p2align=3
	local.get 0
	i32.const 16
	i32.add
	local.set 0
	local.get 9
	i32.const 16
	i32.add
	local.set 9
	local.get 8
	i32.const -1
	i32.add
	local.tee 8
	br_if 0
	end_loop
	end_block
	local.get 5
	local.get 6
	i32.eq
	local.set 0
	local.get 6
	local.set 5
	local.get 0
	i32.eqz
	br_if 0
	br 2
	end_loop
	end_block
	local.get 2
	i32.const 1
	i32.ne
	br_if 0
	local.get 1
	local.get 4
	i32.wrap_i64
	i64.load 0
	local.tee 4
	i64.const 1
	i64.shr_u
	i64.const 9187201950435737471
	i64.and
	local.tee 15
	local.get 4
	i64.const 1
	i64.shl
	i64.const -72340172838076674
	i64.and
	local.tee 16
	i64.and
	local.tee 17
	i64.const 16
	i64.shr_u
	local.get 17
	i64.const 16
	i64.shl
	i64.or
	local.get 4
	i64.const 2
	i64.shr_u
	i64.const 4557430888798830399
	i64.and
	local.tee 17
	local.get 4
	i64.const 2
	i64.shl
	i64.const -217020518514230020
	i64.and
	local.tee 4
	i64.or
	local.tee 18
	i64.const 8
	i64.shr_u
	local.tee 19
	local.get 18
	i64.const 8
	i64.shl
	local.tee 18
	i64.or
	local.get 15
	local.get 16
	i64.or
	local.tee 15
	i64.const 16
	i64.shr_u
	local.tee 16
	local.get 15
	i64.const 16
	i64.shl
	local.tee 15
	i64.or
	i64.and
	i64.or
	local.get 17
	local.get 4
	i64.and
	local.tee 4
	i64.const 8
	i64.shr_u
	local.get 4
	i64.const 8
	i64.shl
	i64.or
	i64.or
	local.get 16
	local.get 15
	i64.and
	i64.or
	local.get 19
	local.get 18
	i64.and
	i64.or
	i64.store 0
	end_block
	local.get 3
	i32.const 16
	i32.add
	global.set __stack_pointer
	return
	end_block
	local.get 3
	local.get 0
	i32.store 8
	local.get 3
	local.get 2
	i32.store 12
	local.get 3
	i32.const 8
	i32.add
	i32.const 1
	local.get 3
	i32.const 12
	i32.add
	i32.const 1
	i32.const .Lanon.1
	call unequal_lengths
	unreachable
	end_block
	local.get 5
	local.get 2
	local.get 2
	i32.const .Lanon.6
	call slice_index_fail
	unreachable
	end_block
	i32.const 0
	local.get 8
	local.get 8
	i32.const .Lanon.4
	call slice_index_fail
	unreachable
	end_function
