-- Columns that depend on a declared key that is grouped by.
SELECT id, name, price FROM goods GROUP BY id ORDER BY id
SELECT id, upper(name), price * 2, count(*) FROM goods GROUP BY id ORDER BY name DESC NULLS LAST, id
SELECT * FROM goods GROUP BY id ORDER BY 1
SELECT g.* FROM goods g GROUP BY g.id ORDER BY 1
SELECT g FROM goods g GROUP BY id ORDER BY g.id
SELECT g.id, g.name, sum(s.units) FROM goods g LEFT JOIN sales s ON s.good_id = g.id GROUP BY g.id ORDER BY g.id
SELECT g.id, g.name, sum(s.units) * g.price AS total FROM goods g LEFT JOIN sales s ON s.good_id = g.id GROUP BY g.id HAVING g.price > 1 ORDER BY g.name
SELECT g.id, s.shop, s.units, s.sold FROM goods g JOIN sales s ON s.good_id = g.id GROUP BY g.id, s.good_id, s.shop ORDER BY 1, 2
SELECT s.units FROM sales s GROUP BY good_id ORDER BY 1
SELECT good_id, shop, units FROM sales GROUP BY good_id, shop ORDER BY 1, 2
SELECT good_id, shop, units FROM sales GROUP BY shop, good_id ORDER BY 1, 2
SELECT name FROM goods GROUP BY name, price ORDER BY 1
SELECT id FROM goods GROUP BY name
SELECT id, name FROM goods GROUP BY id + 0
SELECT id, name FROM (SELECT * FROM goods) g GROUP BY id
WITH g AS (SELECT * FROM goods) SELECT id, name FROM g GROUP BY id
SELECT id, name FROM goods GROUP BY ROLLUP (id)
SELECT id, name FROM goods GROUP BY GROUPING SETS ((id), ())
SELECT a.id, b.name FROM goods a JOIN goods b ON a.id = b.id GROUP BY a.id
SELECT a.id, b.name FROM goods a JOIN goods b ON a.id = b.id GROUP BY a.id, b.id ORDER BY 1
SELECT id, (SELECT max(units) FROM sales s WHERE s.good_id = g.id AND g.price > 1) FROM goods g GROUP BY id ORDER BY 1
SELECT id, name, rank() OVER (ORDER BY price) FROM goods GROUP BY id ORDER BY 1
SELECT DISTINCT name FROM goods GROUP BY id ORDER BY 1
SELECT id AS k, name FROM goods GROUP BY k ORDER BY 1
SELECT id, name FROM goods GROUP BY 1 ORDER BY 1
SELECT g.x, g.y FROM goods g (x, y, z) GROUP BY g.x ORDER BY 1
SELECT id, CASE WHEN price > 2 THEN name END FROM goods GROUP BY id ORDER BY price, 1
SELECT good_id, units FROM sales GROUP BY good_id, units ORDER BY 1, 2
SELECT g.name, s.shop FROM goods g RIGHT JOIN sales s ON s.good_id = g.id GROUP BY g.id, s.shop ORDER BY 2, 1
SELECT g.name, count(*) FROM goods g JOIN sales s ON s.good_id = g.id GROUP BY g.id, s.shop HAVING sum(s.units) > 1 ORDER BY g.price, s.shop
SELECT id, name FROM goods GROUP BY id HAVING name IS NOT NULL ORDER BY lower(name)
SELECT units FROM sales GROUP BY good_id, shop, units HAVING sold IS NULL
