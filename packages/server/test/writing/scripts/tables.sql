create table t (a int)

create table t (a int)

create table if not exists t (b int)

create table bad (a int, a text)

create table bad (a nothing)

create table bad (a int primary key, b int primary key)

create table bad (a int, primary key (b))

drop table t

drop table t

drop table if exists t

create schema other

create schema other

create schema if not exists other

create table other.t (a int)

insert into other.t values (1)

select * from other.t

create table nowhere.t (a int)

drop schema other

drop schema other cascade

drop schema other

select * from other.t

create table c as select 1 as a, 'x' as b, 1.5 as c, date '2024-01-01' as d

select a, b, c, d from c

create table c2 (x, y) as select a, b from c

select x, y from c2

create table c3 as select a from c with no data

select count(*) from c3

create table c (z int)

create table if not exists c as select 2 as q

select 7 as n into c4

select n from c4

create table dup as select 1 as a, 2 as a

create table k (id int generated always as identity, v text)

insert into k (v) values ('a'), ('b') returning id

insert into k values (default, 'c') returning id

insert into k (id, v) values (9, 'd')

insert into k (id, v) overriding system value values (9, 'd')

update k set id = 1

select * from k order by id

create table s (id serial primary key, v text)

insert into s (v) values ('a')

insert into s (id, v) values (10, 'b')

insert into s (v) values ('c') returning id

create table g (a int, b int generated always as (a * 2) stored, c text)

insert into g (a, c) values (1, 'x'), (2, 'y')

insert into g values (3, default, 'z') returning *

insert into g (b) values (1)

update g set a = a + 10 returning a, b

update g set b = 1

select * from g order by a

create table h (a int check (a > 0), b int, constraint order_ab check (a < b))

insert into h values (1, 2)

insert into h values (0, 2)

insert into h values (3, 2)

insert into h values (null, 2)

update h set b = 0 where a = 1

select * from h order by a nulls last

create table q (x text, id serial)

insert into q select 'a'

insert into q select 'b' union all select 'c'

insert into q (id, x) select null::int, 'z'

select * from q order by id

create table o (id serial, k int unique)

insert into o (k) values (1), (2)

insert into o (k) values (2), (3) on conflict (k) do nothing

insert into o (k) values (4)

select count(*), count(distinct id) from o

create table nokey (a int)

insert into nokey values (1), (1) on conflict do nothing

select * from nokey

create table cm (a int check (a > 0 -- positive
))

insert into cm values (0)

insert into cm values (1)
