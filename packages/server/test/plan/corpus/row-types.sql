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
