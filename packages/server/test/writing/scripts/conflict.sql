create table t (id int primary key, n int not null default 0, s text)

insert into t values (1, 1, 'a'), (2, 2, 'b')

insert into t values (1, 5, 'x')

insert into t values (3, 3, 'c'), (3, 4, 'd')

insert into t values (1, 9, 'x') on conflict do nothing

insert into t values (1, 9, 'x'), (4, 4, 'd'), (4, 5, 'e') on conflict (id) do nothing

insert into t values (1, 9, 'x') on conflict (id) do nothing returning *

insert into t values (1, 9, 'x'), (5, 5, 'e') on conflict (id) do update set n = excluded.n + t.n, s = excluded.s

insert into t values (1, 0, 'y') on conflict (id) do update set n = t.n + 1 where t.n > 100

insert into t values (1, 0, 'y') on conflict (id) do update set n = t.n + 1 where t.n = 10 returning id, n, s

insert into t values (6, 1, 'a'), (6, 2, 'b') on conflict (id) do update set n = excluded.n

insert into t values (1, 0, 'y') on conflict (n) do nothing

insert into t values (1, 0, 'y') on conflict do update set n = 1

insert into t values (null, 0, 'y')

select * from t order by id

create table u (a int, b int, c text, unique (a, b))

insert into u values (1, 1, 'x'), (1, null, 'y'), (1, null, 'z')

insert into u values (1, 1, 'w')

insert into u values (1, null, 'v') on conflict (a, b) do nothing

insert into u values (1, 1, 'w') on conflict (b, a) do update set c = excluded.c

select * from u order by b nulls last, c

create table w (id int primary key, n int)

insert into w values (1, 1), (7, 7)

insert into w values (1, 0) on conflict (id) do update set id = 7

select * from w order by id
