-- The tables of the corpus; the same text runs in PostgreSQL and in DuckDB.
CREATE TABLE people (id INTEGER, name TEXT, age INTEGER, height DOUBLE PRECISION, salary NUMERIC(12,2), born DATE, seen TIMESTAMP, active BOOLEAN, team TEXT);
INSERT INTO people VALUES
 (1, 'Ann', 34, 1.68, 5200.50, '1990-02-28', '2024-01-31 10:20:30.5', true, 'red'),
 (2, 'bob', 28, 1.82, 4100.00, '1996-12-31', '2024-02-29 23:59:59.999999', false, 'blue'),
 (3, 'Çem', NULL, 1.75, NULL, '1985-07-04', NULL, true, 'red'),
 (4, 'dora_x', 51, NULL, 7300.25, NULL, '2023-12-31 00:00:00', NULL, NULL),
 (5, 'Eve%', 28, 1.60, 4100.00, '2000-02-29', '2024-06-15 12:00:00', true, 'blue'),
 (6, '', 0, 0, 0, '1970-01-01', '1970-01-01 00:00:00', false, 'green');
CREATE TABLE orders (id BIGINT, person_id INTEGER, amount NUMERIC(10,2), quantity SMALLINT, "at" TIMESTAMP WITH TIME ZONE, note TEXT);
INSERT INTO orders VALUES
 (10, 1, 12.50, 3, '2024-01-01 00:00:00+00', 'first'),
 (11, 1, 99.99, 1, '2024-01-15 13:45:10.25+00', NULL),
 (12, 2, 5.00, 10, '2024-02-01 06:00:00+00', 'a,b,c'),
 (13, 2, NULL, 2, '2024-03-31 23:00:00+00', 'x'),
 (14, 5, 250.75, -4, '2024-12-31 23:59:59+00', '100%'),
 (15, NULL, 1.01, 0, NULL, 'orphan');
CREATE TABLE numbers (i INTEGER, b BIGINT, d DOUBLE PRECISION, n NUMERIC(18,4), s SMALLINT, r REAL);
INSERT INTO numbers VALUES
 (7, 7000000000, 2.5, 2.5000, 7, 0.5), (-7, -7000000000, -2.5, -2.5000, -7, -1.25), (2, 2, 3.5, 0.1250, 2, 3.5),
 (3, 1, 1e20, 99999.9999, 3, 100000), (NULL, NULL, NULL, NULL, NULL, NULL), (1, 9007199254740993, 0.1, 1.0050, 1, 0.1);
-- Ties, duplicates and NULLs for windows and aggregates.
CREATE TABLE readings (id INTEGER, grp TEXT, pos INTEGER, val INTEGER, amount NUMERIC(8,3), score DOUBLE PRECISION, taken TIMESTAMP, day DATE);
INSERT INTO readings VALUES
 (1, 'a', 1, 10, 1.500, 0.5, '2024-01-01 00:00:00', '2024-01-01'), (2, 'a', 2, 20, 2.250, 1.5, '2024-01-01 06:00:00', '2024-01-01'),
 (3, 'a', 3, 20, -3.125, 1.5, '2024-01-02 00:00:00', '2024-01-02'), (4, 'a', 4, NULL, NULL, NULL, '2024-01-03 12:30:00', '2024-01-03'),
 (5, 'a', 5, 50, 0.001, -2.5, '2024-01-10 00:00:00', '2024-01-10'), (6, 'b', 1, -5, 10.000, 4, '2024-02-28 23:59:59.5', '2024-02-28'),
 (7, 'b', 2, -5, 10.000, 4, '2024-02-29 00:00:00', '2024-02-29'), (8, 'b', 3, 0, -10.000, 0, '2024-03-01 00:00:00', '2024-03-01'),
 (9, 'b', 4, 7, 99.999, 8.25, NULL, NULL), (10, 'c', 1, 1, 1.000, 1, '2024-12-31 23:00:00', '2024-12-31'),
 (11, 'c', 1, 1, 1.000, 1, '2024-12-31 23:00:00', '2024-12-31'), (12, NULL, 1, 3, 5.555, 2, '2023-12-31 00:00:00', '2023-12-31'),
 (13, NULL, 2, NULL, 5.555, 3, '2024-01-01 00:00:00', '2024-01-01'), (14, 'd', 1, NULL, NULL, NULL, NULL, NULL);
-- The ends of every type.
CREATE TABLE extremes (id INTEGER, i2 SMALLINT, i4 INTEGER, i8 BIGINT, f4 REAL, f8 DOUBLE PRECISION, n NUMERIC(20,6), t TEXT, b BOOLEAN, d DATE, ts TIMESTAMP);
INSERT INTO extremes VALUES
 (1, -32768, -2147483648, -9223372036854775808, 'NaN', 'NaN', -99999999999999.999999, '', true, '0001-01-01', '0001-01-01 00:00:00'),
 (2, 32767, 2147483647, 9223372036854775807, 'Infinity', 'Infinity', 99999999999999.999999, 'NaN', false, '9999-12-31', '9999-12-31 23:59:59.999999'),
 (3, 0, 0, 0, '-Infinity', '-Infinity', 0, '0', NULL, '1970-01-01', '1970-01-01 00:00:00'),
 (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
 (5, -1, -1, -1, '-0', '-0', -0.000001, ' -1 ', true, '2000-02-29', '2000-02-29 12:00:00.000001'),
 (6, 1, 1, 1, 1e-37, 1e-300, 0.500000, '1e3', false, '2024-12-31', '2024-12-31 23:59:59.5'),
 (7, 2, 3, 9007199254740993, 16777216, 9007199254740992, 1.500000, 'true', true, '1900-02-28', '1900-02-28 00:00:00.1'),
 (8, -7, 100000, 1000000000000, 0.1, 0.1, 2.500000, 'a', NULL, '2023-03-26', '2023-03-26 02:30:00');
CREATE TABLE words (id INTEGER, w TEXT);
INSERT INTO words VALUES (1, 'a'), (2, 'A'), (3, 'b'), (4, 'B'), (5, 'á'), (6, 'é'), (7, 'z'), (8, 'Z'), (9, ''), (10, '_'), (11, '10'), (12, '9'), (13, ' a'), (14, 'ab'), (15, 'aB'), (16, 'ß'), (17, 'ı'), (18, 'Ω'), (19, '😀'), (20, NULL), (21, 'a '), (22, 'a'), (23, '%'), (24, '\');
CREATE TABLE tree (id INTEGER, parent INTEGER, name TEXT, weight NUMERIC(6,2));
INSERT INTO tree VALUES (1, NULL, 'root', 1.00), (2, 1, 'left', 2.50), (3, 1, 'right', 0.25), (4, 2, 'leaf', 10), (5, 2, 'leaf', NULL), (6, 4, 'deep', 3.75), (7, 99, 'lost', 1);
CREATE TABLE l (a INTEGER, b TEXT, c NUMERIC(6,2));
INSERT INTO l VALUES (1, 'x', 1.00), (2, 'y', 2.50), (2, 'y', 2.50), (3, NULL, 3.00), (NULL, 'z', NULL), (5, 'x', -1.25);
CREATE TABLE r (a BIGINT, b TEXT, d DOUBLE PRECISION);
INSERT INTO r VALUES (1, 'x', 1.5), (1, 'q', 2.5), (2, 'y', NULL), (4, 'x', 4.5), (NULL, 'z', 0), (NULL, NULL, 7);
-- Of declared keys, on which their other columns depend.
CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, price NUMERIC(8,2));
INSERT INTO goods VALUES (1, 'pen', 1.50), (2, 'ink', 7.25), (3, 'pad', NULL), (4, NULL, 3.00);
CREATE TABLE sales (good_id INTEGER, shop TEXT, units INTEGER, sold DATE, PRIMARY KEY (good_id, shop));
INSERT INTO sales VALUES (1, 'x', 10, '2024-01-01'), (1, 'y', 5, '2024-02-01'), (2, 'x', 1, NULL), (9, 'z', 2, '2024-03-01');
CREATE TABLE nothing (i INTEGER, b BIGINT, t TEXT, n NUMERIC(10,2), f DOUBLE PRECISION, ts TIMESTAMP, y BOOLEAN);
