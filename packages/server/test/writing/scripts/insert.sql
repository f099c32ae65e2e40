create table t (a int, b text default 'none', c numeric(8,2), d date)

insert into t values (1, 'x', 1.005, '2024-01-31')

insert into t (a) values (2)

insert into t values (3, default, default, default), (4, null, 7, date '2024-02-01')

select * from t order by a

insert into t (c, a) values (9.994, 5)

insert into t (c, a) values (9.995, 6) returning a, c

insert into t default values

select a, b, c from t order by a nulls last

insert into t (a, b) values (1)

insert into t (a) values (1, 2)

insert into t (nope) values (1)

insert into nothing values (1)

insert into t (a, a) values (1, 2)

insert into t (a) values ('7')

insert into t (a) values ('seven')

insert into t (a) values (1.5), (2.5), (3.5)

insert into t (a) values (true)

insert into t (b) values (12)

insert into t (d) values ('2024-13-01')

insert into t (a) values (99999999999)

insert into t (c) values (1234567)

insert into t (c) values (1e3)

select count(*), sum(a), max(c) from t

insert into t select a + 100, b || '!', c, d from t where a < 3

insert into t (a, b) select 200, 'lit' union all select 201, 'lat'

insert into t select * from t where a = 200

insert into t (a, b) select a from t

insert into t with w as (select 300 as n) select n from w

with w as (select 400 as n) insert into t (a) select n from w returning a

insert into t (a, d) select 500, '2024-05-05'

insert into t (a, b) values (600, 'it''s') returning *

insert into t as x (a) values (700) returning x.a, x.a * 2 as twice, (select count(*) from t) > 0 as some

select a, b, c, d from t order by a nulls last, b nulls last, c, d

create table v (s varchar(3), f char(4), n smallint)

insert into v values ('abc', 'ab', 1)

insert into v values ('abcd', 'ab', 1)

insert into v values ('abc   ', 'ab', 1)

insert into v values ('a', 'abcde', 1)

insert into v values ('a', 'ab', 40000)

insert into v values ('a', 'ab', '12')

select s, f, length(s), n, f = 'ab' as same from v order by s, n

create table n (i int not null, k text not null default 'k')

insert into n values (null, 'a')

insert into n (k) values ('a')

insert into n (i) values (1)

insert into n values (2, null)

select * from n order by i
