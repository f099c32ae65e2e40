create table t (id int primary key, n int, s text)

insert into t select g, g * 10, 'row ' || g from generate_series(1, 10) g

update t set n = n + 1

update t set n = 0, s = upper(s) where id <= 3 returning id, n, s

update t set n = (select max(id) from t) where id = 4

update t set (n, s) = (5, 'five') where id = 5

update t set (n, s) = (select 6, 'six') where id = 6

update t set n = default, s = default where id = 7

update t set id = id where id = 8

update t set nope = 1

update t set n = 1, n = 2

update t set n = 'x' where id = 1

update t set n = 'x'::text where id = 1

update t as x set n = x.id * 100 where x.id between 8 and 9

update t set n = n / 0 where id = 10

update t set n = n / 0 where id = 999

select * from t order by id

create table u (id int, n int)

insert into u values (1, 111), (2, 222), (2, 222), (50, 5)

update t set n = u.n from u where u.id = t.id

update t set n = u.n from u join t as other on other.id = u.id where u.id = t.id and t.id = 1 returning t.id, t.n

select id, n from t where id < 4 order by id

update t set id = 1 where id = 2

update t set id = id + 100

select min(id), max(id), count(distinct id) from t

delete from t where id = 101

delete from t using u where t.id = u.id + 100

delete from t where id > 108 returning id, n is null as none

delete from t where n = (select max(n) from t)

delete from t as x where x.id = 103 returning x.*

select id from t order by id

delete from nothing

delete from t

select count(*) from t

insert into t values (1, 1, 'again')

truncate t

select count(*) from t

truncate nothing
