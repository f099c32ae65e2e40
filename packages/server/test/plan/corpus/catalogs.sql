-- What tools ask of pg_catalog and information_schema as they write it, where a PostgreSQL with these tables says the same, and the columns of what is empty.
SELECT c.relchecks, c.relkind, c.relhasindex, c.relhasrules, c.relhastriggers, c.relrowsecurity, c.relforcerowsecurity, false AS relhasoids, c.relispartition, '', c.reltablespace, CASE WHEN c.reloftype = 0 THEN '' ELSE c.reloftype::pg_catalog.regtype::pg_catalog.text END, c.relpersistence, c.relreplident, am.amname FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_class tc ON (c.reltoastrelid = tc.oid) LEFT JOIN pg_catalog.pg_am am ON (c.relam = am.oid) WHERE c.oid = '16384'
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef), a.attnotnull, (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t WHERE c.oid = a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS attcollation, a.attidentity, a.attgenerated FROM pg_catalog.pg_attribute a WHERE a.attrelid = '16384' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred, i.indisreplident, c2.reltablespace, con.conperiod FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x')) WHERE c.oid = '16384' AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname
SELECT true as sametable, conname, pg_catalog.pg_get_constraintdef(r.oid, true) as condef, conrelid::pg_catalog.regclass AS ontable FROM pg_catalog.pg_constraint r WHERE r.conrelid = '16384' AND r.contype = 'f' AND conparentid = 0 ORDER BY conname
SELECT pol.polname, pol.polpermissive, CASE WHEN pol.polroles = '{0}' THEN NULL ELSE pg_catalog.array_to_string(array(select rolname from pg_catalog.pg_roles where oid = any (pol.polroles) order by 1),',') END, pg_catalog.pg_get_expr(pol.polqual, pol.polrelid), pg_catalog.pg_get_expr(pol.polwithcheck, pol.polrelid), CASE pol.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' END AS cmd FROM pg_catalog.pg_policy pol WHERE pol.polrelid = '16384' ORDER BY 1
SELECT oid, stxrelid::pg_catalog.regclass, stxnamespace::pg_catalog.regnamespace::pg_catalog.text AS nsp, stxname, pg_catalog.pg_get_statisticsobjdef_columns(oid) AS columns, 'd' = any(stxkind) AS ndist_enabled, 'f' = any(stxkind) AS deps_enabled, 'm' = any(stxkind) AS mcv_enabled, stxstattarget FROM pg_catalog.pg_statistic_ext WHERE stxrelid = '16384' ORDER BY nsp, stxname
SELECT pubname, NULL, NULL FROM pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid JOIN pg_catalog.pg_class pc ON pc.relnamespace = pn.pnnspid WHERE pc.oid ='16384' and pg_catalog.pg_relation_is_publishable('16384') ORDER BY 1
SELECT c.oid::pg_catalog.regclass FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i WHERE c.oid = i.inhparent AND i.inhrelid = '16384' AND c.relkind != 'p' AND c.relkind != 'I' ORDER BY inhseqno
SELECT t.tgname, pg_catalog.pg_get_triggerdef(t.oid, true), t.tgenabled, t.tgisinternal FROM pg_catalog.pg_trigger t WHERE t.tgrelid = '16384' AND NOT t.tgisinternal ORDER BY 1
SELECT n.nspname as "Schema", p.proname as "Name", pg_catalog.pg_get_function_result(p.oid) as "Result data type", pg_catalog.pg_get_function_arguments(p.oid) as "Argument data types", CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' WHEN 'p' THEN 'proc' ELSE 'func' END as "Type" FROM pg_catalog.pg_proc p LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE pg_catalog.pg_function_is_visible(p.oid) AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' ORDER BY 1, 2, 4
SELECT x.oid,x.* FROM pg_catalog.pg_event_trigger x ORDER BY x.evtname
SELECT typinput='array_in'::regproc as is_array, typtype, typname, pg_type.oid FROM pg_catalog.pg_type LEFT JOIN (select ns.oid as nspoid, ns.nspname, r.r from pg_namespace as ns join ( select s.r, (current_schemas(false))[s.r] as nspname from generate_series(1, array_upper(current_schemas(false), 1)) as s(r) ) as r using ( nspname )) as sp ON sp.nspoid = typnamespace WHERE pg_type.oid = 23 ORDER BY sp.r, pg_type.oid DESC
SELECT "fk_ns"."nspname" AS "fk-table-schema", "fk_table"."relname" AS "fk-table-name", "fk_column"."attname" AS "fk-column-name", "pk_ns"."nspname" AS "pk-table-schema", "pk_table"."relname" AS "pk-table-name", "pk_column"."attname" AS "pk-column-name" FROM "pg_constraint" AS "c" INNER JOIN "pg_class" AS "fk_table" ON "c"."conrelid" = "fk_table"."oid" INNER JOIN "pg_namespace" AS "fk_ns" ON "c"."connamespace" = "fk_ns"."oid" INNER JOIN "pg_attribute" AS "fk_column" ON "c"."conrelid" = "fk_column"."attrelid" INNER JOIN "pg_class" AS "pk_table" ON "c"."confrelid" = "pk_table"."oid" INNER JOIN "pg_namespace" AS "pk_ns" ON "pk_table"."relnamespace" = "pk_ns"."oid" INNER JOIN "pg_attribute" AS "pk_column" ON "c"."confrelid" = "pk_column"."attrelid" WHERE fk_ns.nspname !~ '^information_schema|catalog_history|pg_' AND ("c"."contype" = 'f'::char) AND ("fk_column"."attnum" = ANY(c.conkey)) AND ("pk_column"."attnum" = ANY(c.confkey)) ORDER BY "fk-table-schema" ASC
select nspname, typname from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.oid in (select distinct e.enumtypid from pg_enum e)
SELECT current_setting('TIMEZONE')
SELECT CASE WHEN quote_ident(table_schema) IN (SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END FROM generate_series(array_lower(string_to_array(current_setting('search_path'),','),1), array_upper(string_to_array(current_setting('search_path'),','),1)) as i, string_to_array(current_setting('search_path'),',') s) THEN quote_ident(table_name) ELSE quote_ident(table_schema) || '.' || quote_ident(table_name) END AS "table" FROM information_schema.tables WHERE quote_ident(table_schema) NOT IN ('information_schema','pg_catalog','_timescaledb_cache') ORDER BY CASE WHEN quote_ident(table_schema) = 'main' THEN 0 ELSE 1 END, 1
SELECT current_setting('server_version_num')::int/100 as version
SELECT extversion FROM pg_extension WHERE extname = 'timescaledb'
SELECT "at" AS "time", amount FROM orders WHERE "at" BETWEEN to_timestamp(1700000000) AND to_timestamp(1800000000)
show standard_conforming_strings
show transaction isolation level
SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace WHERE pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p']) AND pg_catalog.pg_class.relpersistence != 't' AND pg_catalog.pg_table_is_visible(pg_catalog.pg_class.oid) AND pg_catalog.pg_namespace.nspname != 'pg_catalog'
SELECT pg_catalog.pg_type.typname AS name, pg_catalog.pg_type_is_visible(pg_catalog.pg_type.oid) AS visible, pg_catalog.pg_namespace.nspname AS schema, lbl_agg.labels AS labels FROM pg_catalog.pg_type JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_type.typnamespace LEFT OUTER JOIN (SELECT pg_catalog.pg_enum.enumtypid AS enumtypid, array_agg(CAST(pg_catalog.pg_enum.enumlabel AS TEXT) ORDER BY pg_catalog.pg_enum.enumsortorder) AS labels FROM pg_catalog.pg_enum GROUP BY pg_catalog.pg_enum.enumtypid) AS lbl_agg ON pg_catalog.pg_type.oid = lbl_agg.enumtypid WHERE pg_catalog.pg_type.typtype = 'e' ORDER BY pg_catalog.pg_namespace.nspname, pg_catalog.pg_type.typname
SELECT attr.conrelid, array_agg(CAST(attr.attname AS TEXT) ORDER BY attr.ord) AS cols, attr.conname, min(attr.description) AS description, NULL AS extra FROM (SELECT con.conrelid AS conrelid, con.conname AS conname, con.conindid AS conindid, con.description AS description, con.ord AS ord, pg_catalog.pg_attribute.attname AS attname FROM pg_catalog.pg_attribute JOIN (SELECT pg_catalog.pg_constraint.conrelid AS conrelid, pg_catalog.pg_constraint.conname AS conname, pg_catalog.pg_constraint.conindid AS conindid, unnest(pg_catalog.pg_constraint.conkey) AS attnum, generate_subscripts(pg_catalog.pg_constraint.conkey, 1) AS ord, pg_catalog.pg_description.description AS description FROM pg_catalog.pg_constraint LEFT OUTER JOIN pg_catalog.pg_description ON pg_catalog.pg_description.objoid = pg_catalog.pg_constraint.oid WHERE pg_catalog.pg_constraint.contype = 'p' AND pg_catalog.pg_constraint.conrelid IN (16384)) AS con ON pg_catalog.pg_attribute.attnum = con.attnum AND pg_catalog.pg_attribute.attrelid = con.conrelid) AS attr GROUP BY attr.conrelid, attr.conname ORDER BY attr.conrelid, attr.conname
SELECT r.conrelid, r.conname, n.nspname, pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_class c LEFT OUTER JOIN pg_catalog.pg_constraint r ON c.oid = r.conrelid AND r.contype = 'f' LEFT OUTER JOIN pg_catalog.pg_class ref ON ref.oid = r.confrelid LEFT OUTER JOIN pg_catalog.pg_namespace n ON ref.relnamespace = n.oid WHERE c.oid IN (1)
SELECT setting FROM pg_settings WHERE name IN ('server_version_num', 'max_identifier_length')
SELECT oid, typname, typtype, typcategory, typdelim, typelem, typarray FROM pg_type WHERE typname IN ('int4', 'text', '_text', 'numeric', 'jsonb') ORDER BY oid
SELECT attname, atttypid::regtype FROM pg_attribute WHERE attrelid = 'people'::regclass AND attnum > 0
SELECT tc.table_schema, tc.constraint_name, tc.table_name, kcu.column_name, ccu.table_schema AS foreign_table_schema, ccu.table_name AS foreign_table_name, ccu.column_name AS foreign_column_name FROM information_schema.table_constraints AS tc JOIN information_schema.key_column_usage AS kcu ON tc.constraint_name = kcu.constraint_name AND tc.table_schema = kcu.table_schema JOIN information_schema.constraint_column_usage AS ccu ON ccu.constraint_name = tc.constraint_name WHERE tc.constraint_type = 'FOREIGN KEY' AND tc.table_name='people'
SELECT pg_get_viewdef('people'::regclass), pg_get_functiondef(1), pg_get_indexdef(1), pg_get_constraintdef(1), pg_get_triggerdef(1), pg_get_ruledef(1), pg_get_expr(NULL, 1), pg_get_serial_sequence('people', 'id')
SELECT * FROM information_schema.routines WHERE routine_schema = 'public'
SELECT * FROM information_schema.sequences
SELECT * FROM information_schema.referential_constraints
SELECT * FROM information_schema.triggers
SHOW timezone
SHOW datestyle
SHOW client_encoding
SHOW server_version_num
SHOW transaction_isolation
SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relname IN ('people', 'l') GROUP BY 1 ORDER BY 1
SELECT udt_schema, udt_name FROM information_schema.columns WHERE table_name = 'people' ORDER BY ordinal_position
SELECT information_schema.tables.table_name FROM information_schema.tables WHERE tables.table_name = 'people'
SELECT typname FROM pg_type WHERE typinput = 'array_in'::regproc AND typname = '_int4'
SELECT pg_class.relname FROM pg_class JOIN pg_class c2 ON pg_class.oid = c2.oid WHERE c2.relname = 'people'
SELECT people.relname FROM pg_class people WHERE relname = 'people'
SHOW TIME ZONE
SELECT name, setting FROM pg_settings WHERE name = 'TimeZone'
SELECT count(*) FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT * FROM pg_catalog.pg_aggregate WHERE false
SELECT * FROM pg_catalog.pg_am WHERE false
SELECT * FROM pg_catalog.pg_amop WHERE false
SELECT * FROM pg_catalog.pg_amproc WHERE false
SELECT * FROM pg_catalog.pg_auth_members WHERE false
SELECT * FROM pg_catalog.pg_available_extension_versions WHERE false
SELECT * FROM pg_catalog.pg_available_extensions WHERE false
SELECT * FROM pg_catalog.pg_cast WHERE false
SELECT * FROM pg_catalog.pg_collation WHERE false
SELECT * FROM pg_catalog.pg_config WHERE false
SELECT * FROM pg_catalog.pg_conversion WHERE false
SELECT * FROM pg_catalog.pg_cursors WHERE false
SELECT * FROM pg_catalog.pg_db_role_setting WHERE false
SELECT * FROM pg_catalog.pg_depend WHERE false
SELECT * FROM pg_catalog.pg_description WHERE false
SELECT * FROM pg_catalog.pg_enum WHERE false
SELECT * FROM pg_catalog.pg_event_trigger WHERE false
SELECT * FROM pg_catalog.pg_extension WHERE false
SELECT * FROM pg_catalog.pg_foreign_table WHERE false
SELECT * FROM pg_catalog.pg_group WHERE false
SELECT * FROM pg_catalog.pg_indexes WHERE false
SELECT * FROM pg_catalog.pg_inherits WHERE false
SELECT * FROM pg_catalog.pg_matviews WHERE false
SELECT * FROM pg_catalog.pg_opclass WHERE false
SELECT * FROM pg_catalog.pg_operator WHERE false
SELECT * FROM pg_catalog.pg_opfamily WHERE false
SELECT * FROM pg_catalog.pg_policies WHERE false
SELECT * FROM pg_catalog.pg_publication WHERE false
SELECT * FROM pg_catalog.pg_publication_namespace WHERE false
SELECT * FROM pg_catalog.pg_publication_tables WHERE false
SELECT * FROM pg_catalog.pg_range WHERE false
SELECT * FROM pg_catalog.pg_replication_origin WHERE false
SELECT * FROM pg_catalog.pg_roles WHERE false
SELECT * FROM pg_catalog.pg_rules WHERE false
SELECT * FROM pg_catalog.pg_seclabel WHERE false
SELECT * FROM pg_catalog.pg_seclabels WHERE false
SELECT * FROM pg_catalog.pg_sequence WHERE false
SELECT * FROM pg_catalog.pg_sequences WHERE false
SELECT * FROM pg_catalog.pg_settings WHERE false
SELECT * FROM pg_catalog.pg_shdepend WHERE false
SELECT * FROM pg_catalog.pg_shdescription WHERE false
SELECT * FROM pg_catalog.pg_shseclabel WHERE false
SELECT * FROM pg_catalog.pg_stat_all_indexes WHERE false
SELECT * FROM pg_catalog.pg_stat_all_tables WHERE false
SELECT * FROM pg_catalog.pg_stat_archiver WHERE false
SELECT * FROM pg_catalog.pg_stat_bgwriter WHERE false
SELECT * FROM pg_catalog.pg_stat_checkpointer WHERE false
SELECT * FROM pg_catalog.pg_stat_database WHERE false
SELECT * FROM pg_catalog.pg_stat_database_conflicts WHERE false
SELECT * FROM pg_catalog.pg_stat_gssapi WHERE false
SELECT * FROM pg_catalog.pg_stat_io WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_analyze WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_basebackup WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_cluster WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_copy WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_create_index WHERE false
SELECT * FROM pg_catalog.pg_stat_progress_vacuum WHERE false
SELECT * FROM pg_catalog.pg_stat_recovery_prefetch WHERE false
SELECT * FROM pg_catalog.pg_stat_replication_slots WHERE false
SELECT * FROM pg_catalog.pg_stat_slru WHERE false
SELECT * FROM pg_catalog.pg_stat_ssl WHERE false
SELECT * FROM pg_catalog.pg_stat_subscription_stats WHERE false
SELECT * FROM pg_catalog.pg_stat_sys_indexes WHERE false
SELECT * FROM pg_catalog.pg_stat_sys_tables WHERE false
SELECT * FROM pg_catalog.pg_stat_user_functions WHERE false
SELECT * FROM pg_catalog.pg_stat_user_indexes WHERE false
SELECT * FROM pg_catalog.pg_stat_user_tables WHERE false
SELECT * FROM pg_catalog.pg_stat_wal WHERE false
SELECT * FROM pg_catalog.pg_stat_xact_all_tables WHERE false
SELECT * FROM pg_catalog.pg_stat_xact_sys_tables WHERE false
SELECT * FROM pg_catalog.pg_stat_xact_user_functions WHERE false
SELECT * FROM pg_catalog.pg_stat_xact_user_tables WHERE false
SELECT * FROM pg_catalog.pg_statio_all_indexes WHERE false
SELECT * FROM pg_catalog.pg_statio_all_sequences WHERE false
SELECT * FROM pg_catalog.pg_statio_all_tables WHERE false
SELECT * FROM pg_catalog.pg_statio_sys_indexes WHERE false
SELECT * FROM pg_catalog.pg_statio_sys_sequences WHERE false
SELECT * FROM pg_catalog.pg_statio_sys_tables WHERE false
SELECT * FROM pg_catalog.pg_statio_user_indexes WHERE false
SELECT * FROM pg_catalog.pg_statio_user_sequences WHERE false
SELECT * FROM pg_catalog.pg_statio_user_tables WHERE false
SELECT * FROM pg_catalog.pg_tables WHERE false
SELECT * FROM pg_catalog.pg_transform WHERE false
SELECT * FROM pg_catalog.pg_ts_config WHERE false
SELECT * FROM pg_catalog.pg_ts_config_map WHERE false
SELECT * FROM pg_catalog.pg_ts_dict WHERE false
SELECT * FROM pg_catalog.pg_ts_parser WHERE false
SELECT * FROM pg_catalog.pg_ts_template WHERE false
SELECT * FROM pg_catalog.pg_user WHERE false
SELECT * FROM pg_catalog.pg_user_mappings WHERE false
SELECT * FROM pg_catalog.pg_views WHERE false
SELECT * FROM pg_catalog.pg_wait_events WHERE false
SELECT * FROM information_schema._pg_foreign_data_wrappers WHERE false
SELECT * FROM information_schema._pg_foreign_servers WHERE false
SELECT * FROM information_schema._pg_foreign_table_columns WHERE false
SELECT * FROM information_schema._pg_foreign_tables WHERE false
SELECT * FROM information_schema._pg_user_mappings WHERE false
SELECT * FROM information_schema.administrable_role_authorizations WHERE false
SELECT * FROM information_schema.applicable_roles WHERE false
SELECT * FROM information_schema.attributes WHERE false
SELECT * FROM information_schema.character_sets WHERE false
SELECT * FROM information_schema.check_constraint_routine_usage WHERE false
SELECT * FROM information_schema.check_constraints WHERE false
SELECT * FROM information_schema.collation_character_set_applicability WHERE false
SELECT * FROM information_schema.collations WHERE false
SELECT * FROM information_schema.column_column_usage WHERE false
SELECT * FROM information_schema.column_domain_usage WHERE false
SELECT * FROM information_schema.column_options WHERE false
SELECT * FROM information_schema.column_privileges WHERE false
SELECT * FROM information_schema.column_udt_usage WHERE false
SELECT * FROM information_schema.constraint_column_usage WHERE false
SELECT * FROM information_schema.constraint_table_usage WHERE false
SELECT * FROM information_schema.data_type_privileges WHERE false
SELECT * FROM information_schema.domain_constraints WHERE false
SELECT * FROM information_schema.domain_udt_usage WHERE false
SELECT * FROM information_schema.domains WHERE false
SELECT * FROM information_schema.element_types WHERE false
SELECT * FROM information_schema.enabled_roles WHERE false
SELECT * FROM information_schema.foreign_data_wrapper_options WHERE false
SELECT * FROM information_schema.foreign_data_wrappers WHERE false
SELECT * FROM information_schema.foreign_server_options WHERE false
SELECT * FROM information_schema.foreign_servers WHERE false
SELECT * FROM information_schema.foreign_table_options WHERE false
SELECT * FROM information_schema.foreign_tables WHERE false
SELECT * FROM information_schema.information_schema_catalog_name WHERE false
SELECT * FROM information_schema.key_column_usage WHERE false
SELECT * FROM information_schema.parameters WHERE false
SELECT * FROM information_schema.referential_constraints WHERE false
SELECT * FROM information_schema.role_column_grants WHERE false
SELECT * FROM information_schema.role_routine_grants WHERE false
SELECT * FROM information_schema.role_table_grants WHERE false
SELECT * FROM information_schema.role_udt_grants WHERE false
SELECT * FROM information_schema.role_usage_grants WHERE false
SELECT * FROM information_schema.routine_column_usage WHERE false
SELECT * FROM information_schema.routine_privileges WHERE false
SELECT * FROM information_schema.routine_routine_usage WHERE false
SELECT * FROM information_schema.routine_sequence_usage WHERE false
SELECT * FROM information_schema.routine_table_usage WHERE false
SELECT * FROM information_schema.routines WHERE false
SELECT * FROM information_schema.schemata WHERE false
SELECT * FROM information_schema.sequences WHERE false
SELECT * FROM information_schema.sql_features WHERE false
SELECT * FROM information_schema.sql_implementation_info WHERE false
SELECT * FROM information_schema.sql_parts WHERE false
SELECT * FROM information_schema.sql_sizing WHERE false
SELECT * FROM information_schema.table_constraints WHERE false
SELECT * FROM information_schema.table_privileges WHERE false
SELECT * FROM information_schema.transforms WHERE false
SELECT * FROM information_schema.triggered_update_columns WHERE false
SELECT * FROM information_schema.triggers WHERE false
SELECT * FROM information_schema.udt_privileges WHERE false
SELECT * FROM information_schema.usage_privileges WHERE false
SELECT * FROM information_schema.user_defined_types WHERE false
SELECT * FROM information_schema.user_mapping_options WHERE false
SELECT * FROM information_schema.user_mappings WHERE false
SELECT * FROM information_schema.view_column_usage WHERE false
SELECT * FROM information_schema.view_routine_usage WHERE false
SELECT * FROM information_schema.view_table_usage WHERE false
SELECT * FROM information_schema.views WHERE false
