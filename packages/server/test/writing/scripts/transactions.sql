create table a (n int); create table b (n int)

begin; insert into a values (1); insert into b select n + 1 from a; commit

select (select sum(n) from a) as a, (select sum(n) from b) as b

begin; delete from a; insert into b values (5); rollback

select (select sum(n) from a) as a, (select sum(n) from b) as b

insert into a values (2); insert into b values (1 / 0)

select (select sum(n) from a) as a, (select sum(n) from b) as b

insert into a values (3); insert into nothing values (1)

select count(*) from a

begin; create table c (n int); insert into c values (1); drop table c; commit

select * from c

begin; update a set n = n + 1; update a set n = n * 2; delete from a where n > 100; commit

select n from a order by n

insert into a values (10); select n from a order by n

begin; insert into a values (11); update a set n = 12 where n = 11 returning n; commit

create table d (n int); insert into d values (1), (2); delete from d where n = 1; select * from d

truncate a; insert into a values (99); select * from a
