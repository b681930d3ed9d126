"""Prints the keywords of an engine, one a line. The argument is the dialect of the engine."""

import ctypes
import ctypes.util
import sys


def duckdb():
    import duckdb

    return [row[0] for row in duckdb.sql("select keyword_name from duckdb_keywords()").fetchall()]


def sqlite():
    library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
    text, length = ctypes.c_char_p(), ctypes.c_int()
    words = []
    for n in range(library.sqlite3_keyword_count()):
        library.sqlite3_keyword_name(n, ctypes.byref(text), ctypes.byref(length))
        words.append(ctypes.string_at(text, length.value).decode())
    return words


def clickhouse():
    from chdb.session import Session

    listed = str(Session().query("select keyword from system.keywords", "TSV"))
    return {word for keyword in listed.splitlines() for word in keyword.split()}


def spark():
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    return [row[0] for row in session.sql("select keyword from sql_keywords()").collect()]


for word in {run.__name__: run for run in [duckdb, sqlite, clickhouse, spark]}[sys.argv[1]]():
    print(word)
