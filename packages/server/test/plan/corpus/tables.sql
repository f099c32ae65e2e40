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
