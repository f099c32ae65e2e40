create table t (id int primary key, a text, b int)

insert into t values (1, 'x', 10), (2, 'y', null)

alter table t add column c date

alter table t add column d int default 7

alter table t add column if not exists d int

alter table t add column d int

alter table t add column e text not null

alter table t add column e text not null default 'e'

select * from t order by id

insert into t (id) values (3)

insert into t (id, a) values (3, 'z')

select id, a, d, e from t order by id

alter table t rename column a to name

alter table t rename column nope to other

alter table t rename column name to b

update t set name = upper(name) where id < 3 returning id, name

alter table t drop column c

alter table t drop column if exists c

alter table t drop column c

alter table t alter column b set default 5, alter column d drop default

insert into t (id) values (4)

select * from t order by id

alter table t alter b set not null

update t set b = 0 where b is null

alter table t alter b set not null

insert into t (id, b) values (5, null)

alter table t alter b drop not null

insert into t (id, b) values (5, null)

alter table nothing add column x int

alter table if exists nothing add column x int

alter table t rename to u

select * from t

select count(*), min(id) from u

create table t as select 1 as one

alter table u rename to t

begin; create table m__new as select id, name from u; drop table if exists m; alter table m__new rename to m; commit

select * from m order by id

begin; alter table m rename to m__old; create table m as select 9 as id; drop table m__old; commit

select * from m

create table f (a int, b int); insert into f values (1, 10)

begin; update f set b = a * 2; alter table f drop column a; alter table f rename column b to a; insert into f values (5); commit

select * from f order by a

create table h (a int); insert into h values (1); alter table h add column b int; insert into h values (2, 3)

select * from h order by a

create table d (a int, b boolean)

alter table d alter a set default (1 + 2) * 3, alter b set default true and not false

insert into d default values

select * from d

update h set a = 9 where h is not null returning to_jsonb(h) is not null as whole

alter table t alter id drop not null
