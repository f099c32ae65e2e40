-- Rows of a table's type: casts to it, and objects of json as such rows.
select * from json_populate_record(null::people, '{"id":1,"name":"x","extra":2}')
select * from json_populate_recordset(null::l, '[{"a":1,"b":"x"},{"a":2,"c":1.5}]')
select (jsonb_populate_record(null::l, '{"a":5,"c":"2.345"}')).*
select * from jsonb_populate_record(row(1,'x',2.5)::l, '{"a":9}')
select jsonb_populate_record(null::r, '{"a":1,"b":"q"}')
select * from jsonb_populate_recordset(null::l, '[{"a":1},{"b":"z"}]') where a is null
select x.a + 1, x.b from json_populate_record(null::l, '{"a":41,"b":null}') x
select x.* from json_populate_recordset(null::goods, '[{"id":1,"price":"1.5"},{"name":"q","price":null}]') with ordinality x order by 1
select p.id, j.name from people p, jsonb_populate_record(p, jsonb_build_object('name', upper(p.name))) j order by p.id
select (json_populate_record(p, '{"age":1}')).age, p.id from people p order by id
select json_populate_record(p, null) from people p where id = 1
select json_populate_record(null::l, null)
select * from json_populate_record(null::l, '[1]')
select * from json_populate_record(null::l, '{"a":"x"}')
select * from json_populate_recordset(null::l, '{"a":1}')
select * from json_populate_recordset(null::l, '[1]')
select jsonb_populate_recordset(null::l, '[{"a":1},{"b":"z"}]')
select count(*) from json_populate_recordset(null::l, '[]')
select * from json_populate_record(null::nosuch, '{}')
select null::nosuch
select row(1,'x',2.555)::l
select * from json_populate_record(row(1,'x',2.555)::l, '{"c":7.777}')
select * from json_populate_record(null::extremes, '{"id":1,"i2":5,"f8":"NaN","b":true,"d":"2020-01-01","ts":"2020-01-01 10:00","n":1.23456789,"t":{"x":[1, 2]}}')
select a, count(*) from jsonb_populate_recordset(null::l, '[{"a":1},{"a":1},{"a":2}]') group by a order by a
select row(1,'x')::l
select 5::l
select '(1,x,2)'::l
select (row(1,'x',2.555)::l).c
select null::"L"
select (null::l).a is null, null::l is null
select pg_typeof(row(1,'x',2)::l)
select coalesce(null::l, row(1,'x',2)::l)
select * from rows from (json_to_recordset('[{"a":1,"b":"x"},{"a":2}]') as (a int, b text))
select * from rows from (json_to_recordset('[{"a":1,"b":"x"},{"a":2}]') as (a int, b text), generate_series(1,3)) as t(p, q, r)
select * from rows from (generate_series(1,3), jsonb_to_record('{"a":1}') as (a int)) with ordinality
select t.q from rows from (jsonb_to_recordset('[{"a":1},{"a":5}]') as (a int)) t(q)
select * from jsonb_to_recordset('[{"a":1}]') with ordinality as t(a int)
select * from jsonb_to_record('{"a":[[1,2],[3,4]]}') as t(a int[])
select * from jsonb_to_record('{"a":"{1,2}"}') as t(a int[])
select * from jsonb_to_record('{"a":{"x":1}}') as t(a l)
select * from json_to_record('{"a":{"a":1,"b":"q"}}') as t(a l)
select * from json_to_recordset('[{"a":1.6}]') as t(a int)
select * from json_to_recordset('[{"a":true,"b":1}]') as t(a bool, b text)
select * from json_to_record('{"d":"2024-01-01","t":"10:00","n":1.50,"i":"1 day","u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}') as x(d date, t time, n numeric(5,1), i interval, u uuid)
select * from json_to_record('{"a":"abcdef"}') as x(a char(3))
select * from json_to_record('{"a":"abcdef"}') as x(a varchar(3))
select * from json_to_record('{"a":1,"A":2}') as x("A" int)
select * from json_to_record(null) as x(a int)
select * from json_to_recordset(null) as x(a int)
select * from jsonb_to_record('{"a":[1,"2",null]}') as x(a text[])
select * from jsonb_to_record('{"a":null}') as x(a jsonb)
select json_to_record('{"a":1}')
select jsonb_to_recordset('[{"a":1}]')
select * from json_to_record('{"a":1}')
select (x).* from (select jsonb_populate_record(null::l, '{"a":1}') as x) t
select * from jsonb_populate_record(null::l, '{"a":1}') as t(x, y, z)
select * from json_populate_recordset(null::l, '[{"a":1}]') as t(x)
select jsonb_populate_record_valid(null::l, '{"a":1}'), jsonb_populate_record_valid(null::l, '{"a":"x"}')
select max(x), min(x) from (values (1.0), (1.00), (0.5), (0.50)) t(x)
select max(x) over (order by n), min(x) over (order by n) from (values (1, 1.0), (2, 1.00), (3, 1.000)) t(n, x)
select max(x), min(x) from (values (1.00), (1.0)) t(x)
select greatest(1.0, 1.00), least(1.00, 1.0)
