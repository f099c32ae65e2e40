// Written by packages/server/scripts/read-postgres-catalog.mjs from PostgreSQL 18.

/** table column/type...: tables of pg_catalog; text is the default type */
export const catalogLines = `
pg_aggregate aggfnoid aggkind/char aggnumdirectargs/int2 aggtransfn aggfinalfn aggcombinefn aggserialfn aggdeserialfn aggmtransfn aggminvtransfn aggmfinalfn aggfinalextra/bool aggmfinalextra/bool aggfinalmodify/char aggmfinalmodify/char aggsortop/oid aggtranstype/oid aggtransspace/int4 aggmtranstype/oid aggmtransspace/int4 agginitval aggminitval
pg_am oid/oid amname/name amhandler amtype/char
pg_amop oid/oid amopfamily/oid amoplefttype/oid amoprighttype/oid amopstrategy/int2 amoppurpose/char amopopr/oid amopmethod/oid amopsortfamily/oid
pg_amproc oid/oid amprocfamily/oid amproclefttype/oid amprocrighttype/oid amprocnum/int2 amproc
pg_attrdef oid/oid adrelid/oid adnum/int2 adbin/pg_node_tree
pg_attribute attrelid/oid attname/name atttypid/oid attlen/int2 attnum/int2 atttypmod/int4 attndims/int2 attbyval/bool attalign/char attstorage/char attcompression/char attnotnull/bool atthasdef/bool atthasmissing/bool attidentity/char attgenerated/char attisdropped/bool attislocal/bool attinhcount/int2 attcollation/oid attstattarget/int2 attacl/_text attoptions/_text attfdwoptions/_text attmissingval
pg_auth_members oid/oid roleid/oid member/oid grantor/oid admin_option/bool inherit_option/bool set_option/bool
pg_available_extension_versions name/name version installed/bool superuser/bool trusted/bool relocatable/bool schema/name requires/_name comment
pg_available_extensions name/name default_version installed_version comment
pg_cast oid/oid castsource/oid casttarget/oid castfunc/oid castcontext/char castmethod/char
pg_class oid/oid relname/name relnamespace/oid reltype/oid reloftype/oid relowner/oid relam/oid relfilenode/oid reltablespace/oid relpages/int4 reltuples/float4 relallvisible/int4 relallfrozen/int4 reltoastrelid/oid relhasindex/bool relisshared/bool relpersistence/char relkind/char relnatts/int2 relchecks/int2 relhasrules/bool relhastriggers/bool relhassubclass/bool relrowsecurity/bool relforcerowsecurity/bool relispopulated/bool relreplident/char relispartition/bool relrewrite/oid relfrozenxid/oid relminmxid/oid relacl/_text reloptions/_text relpartbound/pg_node_tree
pg_collation oid/oid collname/name collnamespace/oid collowner/oid collprovider/char collisdeterministic/bool collencoding/int4 collcollate collctype colllocale collicurules collversion
pg_config name setting
pg_constraint oid/oid conname/name connamespace/oid contype/char condeferrable/bool condeferred/bool conenforced/bool convalidated/bool conrelid/oid contypid/oid conindid/oid conparentid/oid confrelid/oid confupdtype/char confdeltype/char confmatchtype/char conislocal/bool coninhcount/int2 connoinherit/bool conperiod/bool conkey/_int2 confkey/_int2 conpfeqop/_oid conppeqop/_oid conffeqop/_oid confdelsetcols/_int2 conexclop/_oid conbin/pg_node_tree
pg_conversion oid/oid conname/name connamespace/oid conowner/oid conforencoding/int4 contoencoding/int4 conproc condefault/bool
pg_cursors name statement is_holdable/bool is_binary/bool is_scrollable/bool creation_time/timestamptz
pg_database oid/oid datname/name datdba/oid encoding/int4 datlocprovider/char datistemplate/bool datallowconn/bool dathasloginevt/bool datconnlimit/int4 datfrozenxid/oid datminmxid/oid dattablespace/oid datcollate datctype datlocale daticurules datcollversion datacl/_text
pg_db_role_setting setdatabase/oid setrole/oid setconfig/_text
pg_default_acl oid/oid defaclrole/oid defaclnamespace/oid defaclobjtype/char defaclacl/_text
pg_depend classid/oid objid/oid objsubid/int4 refclassid/oid refobjid/oid refobjsubid/int4 deptype/char
pg_description objoid/oid classoid/oid objsubid/int4 description
pg_enum oid/oid enumtypid/oid enumsortorder/float4 enumlabel/name
pg_event_trigger oid/oid evtname/name evtevent/name evtowner/oid evtfoid/oid evtenabled/char evttags/_text
pg_extension oid/oid extname/name extowner/oid extnamespace/oid extrelocatable/bool extversion extconfig/_oid extcondition/_text
pg_foreign_data_wrapper oid/oid fdwname/name fdwowner/oid fdwhandler/oid fdwvalidator/oid fdwacl/_text fdwoptions/_text
pg_foreign_server oid/oid srvname/name srvowner/oid srvfdw/oid srvtype srvversion srvacl/_text srvoptions/_text
pg_foreign_table ftrelid/oid ftserver/oid ftoptions/_text
pg_group groname/name grosysid/oid grolist/_oid
pg_index indexrelid/oid indrelid/oid indnatts/int2 indnkeyatts/int2 indisunique/bool indnullsnotdistinct/bool indisprimary/bool indisexclusion/bool indimmediate/bool indisclustered/bool indisvalid/bool indcheckxmin/bool indisready/bool indislive/bool indisreplident/bool indkey/_int2 indcollation/_oid indclass/_oid indoption/_int2 indexprs/pg_node_tree indpred/pg_node_tree
pg_indexes schemaname/name tablename/name indexname/name tablespace/name indexdef
pg_inherits inhrelid/oid inhparent/oid inhseqno/int4 inhdetachpending/bool
pg_init_privs objoid/oid classoid/oid objsubid/int4 privtype/char initprivs/_text
pg_language oid/oid lanname/name lanowner/oid lanispl/bool lanpltrusted/bool lanplcallfoid/oid laninline/oid lanvalidator/oid lanacl/_text
pg_largeobject_metadata oid/oid lomowner/oid lomacl/_text
pg_locks locktype database/oid relation/oid page/int4 tuple/int2 virtualxid transactionid/oid classid/oid objid/oid objsubid/int2 virtualtransaction pid/int4 mode granted/bool fastpath/bool waitstart/timestamptz
pg_matviews schemaname/name matviewname/name matviewowner/name tablespace/name hasindexes/bool ispopulated/bool definition
pg_namespace oid/oid nspname/name nspowner/oid nspacl/_text
pg_opclass oid/oid opcmethod/oid opcname/name opcnamespace/oid opcowner/oid opcfamily/oid opcintype/oid opcdefault/bool opckeytype/oid
pg_operator oid/oid oprname/name oprnamespace/oid oprowner/oid oprkind/char oprcanmerge/bool oprcanhash/bool oprleft/oid oprright/oid oprresult/oid oprcom/oid oprnegate/oid oprcode oprrest oprjoin
pg_opfamily oid/oid opfmethod/oid opfname/name opfnamespace/oid opfowner/oid
pg_parameter_acl oid/oid parname paracl/_text
pg_partitioned_table partrelid/oid partstrat/char partnatts/int2 partdefid/oid partattrs/_int2 partclass/_oid partcollation/_oid partexprs/pg_node_tree
pg_policies schemaname/name tablename/name policyname/name permissive roles/_name cmd qual with_check
pg_policy oid/oid polname/name polrelid/oid polcmd/char polpermissive/bool polroles/_oid polqual/pg_node_tree polwithcheck/pg_node_tree
pg_prepared_statements name statement prepare_time/timestamptz parameter_types/_oid result_types/_oid from_sql/bool generic_plans/int8 custom_plans/int8
pg_prepared_xacts transaction/oid gid prepared/timestamptz owner/name database/name
pg_proc oid/oid proname/name pronamespace/oid proowner/oid prolang/oid procost/float4 prorows/float4 provariadic/oid prosupport prokind/char prosecdef/bool proleakproof/bool proisstrict/bool proretset/bool provolatile/char proparallel/char pronargs/int2 pronargdefaults/int2 prorettype/oid proargtypes/_oid proallargtypes/_oid proargmodes/_char proargnames/_text proargdefaults/pg_node_tree protrftypes/_oid prosrc probin prosqlbody/pg_node_tree proconfig/_text proacl/_text
pg_publication oid/oid pubname/name pubowner/oid puballtables/bool pubinsert/bool pubupdate/bool pubdelete/bool pubtruncate/bool pubviaroot/bool pubgencols/char
pg_publication_namespace oid/oid pnpubid/oid pnnspid/oid
pg_publication_rel oid/oid prpubid/oid prrelid/oid prqual/pg_node_tree prattrs/_int2
pg_publication_tables pubname/name schemaname/name tablename/name attnames/_name rowfilter
pg_range rngtypid/oid rngsubtype/oid rngmultitypid/oid rngcollation/oid rngsubopc/oid rngcanonical rngsubdiff
pg_replication_origin roident/oid roname
pg_replication_origin_status local_id/oid external_id remote_lsn local_lsn
pg_replication_slots slot_name/name plugin/name slot_type datoid/oid database/name temporary/bool active/bool active_pid/int4 xmin/oid catalog_xmin/oid restart_lsn confirmed_flush_lsn wal_status safe_wal_size/int8 two_phase/bool two_phase_at inactive_since/timestamptz conflicting/bool invalidation_reason failover/bool synced/bool
pg_rewrite oid/oid rulename/name ev_class/oid ev_type/char ev_enabled/char is_instead/bool ev_qual/pg_node_tree ev_action/pg_node_tree
pg_roles rolname/name rolsuper/bool rolinherit/bool rolcreaterole/bool rolcreatedb/bool rolcanlogin/bool rolreplication/bool rolconnlimit/int4 rolpassword rolvaliduntil/timestamptz rolbypassrls/bool rolconfig/_text oid/oid
pg_rules schemaname/name tablename/name rulename/name definition
pg_seclabel objoid/oid classoid/oid objsubid/int4 provider label
pg_seclabels objoid/oid classoid/oid objsubid/int4 objtype objnamespace/oid objname provider label
pg_sequence seqrelid/oid seqtypid/oid seqstart/int8 seqincrement/int8 seqmax/int8 seqmin/int8 seqcache/int8 seqcycle/bool
pg_sequences schemaname/name sequencename/name sequenceowner/name data_type/regtype start_value/int8 min_value/int8 max_value/int8 increment_by/int8 cycle/bool cache_size/int8 last_value/int8
pg_settings name setting unit category short_desc extra_desc context vartype source min_val max_val enumvals/_text boot_val reset_val sourcefile sourceline/int4 pending_restart/bool
pg_shdepend dbid/oid classid/oid objid/oid objsubid/int4 refclassid/oid refobjid/oid deptype/char
pg_shdescription objoid/oid classoid/oid description
pg_shseclabel objoid/oid classoid/oid provider label
pg_stat_activity datid/oid datname/name pid/int4 leader_pid/int4 usesysid/oid usename/name application_name client_addr/inet client_hostname client_port/int4 backend_start/timestamptz xact_start/timestamptz query_start/timestamptz state_change/timestamptz wait_event_type wait_event state backend_xid/oid backend_xmin/oid query_id/int8 query backend_type
pg_stat_all_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_scan/int8 last_idx_scan/timestamptz idx_tup_read/int8 idx_tup_fetch/int8
pg_stat_all_tables relid/oid schemaname/name relname/name seq_scan/int8 last_seq_scan/timestamptz seq_tup_read/int8 idx_scan/int8 last_idx_scan/timestamptz idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8 n_live_tup/int8 n_dead_tup/int8 n_mod_since_analyze/int8 n_ins_since_vacuum/int8 last_vacuum/timestamptz last_autovacuum/timestamptz last_analyze/timestamptz last_autoanalyze/timestamptz vacuum_count/int8 autovacuum_count/int8 analyze_count/int8 autoanalyze_count/int8 total_vacuum_time/float8 total_autovacuum_time/float8 total_analyze_time/float8 total_autoanalyze_time/float8
pg_stat_archiver archived_count/int8 last_archived_wal last_archived_time/timestamptz failed_count/int8 last_failed_wal last_failed_time/timestamptz stats_reset/timestamptz
pg_stat_bgwriter buffers_clean/int8 maxwritten_clean/int8 buffers_alloc/int8 stats_reset/timestamptz
pg_stat_checkpointer num_timed/int8 num_requested/int8 num_done/int8 restartpoints_timed/int8 restartpoints_req/int8 restartpoints_done/int8 write_time/float8 sync_time/float8 buffers_written/int8 slru_written/int8 stats_reset/timestamptz
pg_stat_database datid/oid datname/name numbackends/int4 xact_commit/int8 xact_rollback/int8 blks_read/int8 blks_hit/int8 tup_returned/int8 tup_fetched/int8 tup_inserted/int8 tup_updated/int8 tup_deleted/int8 conflicts/int8 temp_files/int8 temp_bytes/int8 deadlocks/int8 checksum_failures/int8 checksum_last_failure/timestamptz blk_read_time/float8 blk_write_time/float8 session_time/float8 active_time/float8 idle_in_transaction_time/float8 sessions/int8 sessions_abandoned/int8 sessions_fatal/int8 sessions_killed/int8 parallel_workers_to_launch/int8 parallel_workers_launched/int8 stats_reset/timestamptz
pg_stat_database_conflicts datid/oid datname/name confl_tablespace/int8 confl_lock/int8 confl_snapshot/int8 confl_bufferpin/int8 confl_deadlock/int8 confl_active_logicalslot/int8
pg_stat_gssapi pid/int4 gss_authenticated/bool principal encrypted/bool credentials_delegated/bool
pg_stat_io backend_type object context reads/int8 read_bytes/numeric read_time/float8 writes/int8 write_bytes/numeric write_time/float8 writebacks/int8 writeback_time/float8 extends/int8 extend_bytes/numeric extend_time/float8 hits/int8 evictions/int8 reuses/int8 fsyncs/int8 fsync_time/float8 stats_reset/timestamptz
pg_stat_progress_analyze pid/int4 datid/oid datname/name relid/oid phase sample_blks_total/int8 sample_blks_scanned/int8 ext_stats_total/int8 ext_stats_computed/int8 child_tables_total/int8 child_tables_done/int8 current_child_table_relid/oid delay_time/float8
pg_stat_progress_basebackup pid/int4 phase backup_total/int8 backup_streamed/int8 tablespaces_total/int8 tablespaces_streamed/int8
pg_stat_progress_cluster pid/int4 datid/oid datname/name relid/oid command phase cluster_index_relid/oid heap_tuples_scanned/int8 heap_tuples_written/int8 heap_blks_total/int8 heap_blks_scanned/int8 index_rebuild_count/int8
pg_stat_progress_copy pid/int4 datid/oid datname/name relid/oid command type bytes_processed/int8 bytes_total/int8 tuples_processed/int8 tuples_excluded/int8 tuples_skipped/int8
pg_stat_progress_create_index pid/int4 datid/oid datname/name relid/oid index_relid/oid command phase lockers_total/int8 lockers_done/int8 current_locker_pid/int8 blocks_total/int8 blocks_done/int8 tuples_total/int8 tuples_done/int8 partitions_total/int8 partitions_done/int8
pg_stat_progress_vacuum pid/int4 datid/oid datname/name relid/oid phase heap_blks_total/int8 heap_blks_scanned/int8 heap_blks_vacuumed/int8 index_vacuum_count/int8 max_dead_tuple_bytes/int8 dead_tuple_bytes/int8 num_dead_item_ids/int8 indexes_total/int8 indexes_processed/int8 delay_time/float8
pg_stat_recovery_prefetch stats_reset/timestamptz prefetch/int8 hit/int8 skip_init/int8 skip_new/int8 skip_fpw/int8 skip_rep/int8 wal_distance/int4 block_distance/int4 io_depth/int4
pg_stat_replication pid/int4 usesysid/oid usename/name application_name client_addr/inet client_hostname client_port/int4 backend_start/timestamptz backend_xmin/oid state sent_lsn write_lsn flush_lsn replay_lsn write_lag/interval flush_lag/interval replay_lag/interval sync_priority/int4 sync_state reply_time/timestamptz
pg_stat_replication_slots slot_name spill_txns/int8 spill_count/int8 spill_bytes/int8 stream_txns/int8 stream_count/int8 stream_bytes/int8 total_txns/int8 total_bytes/int8 stats_reset/timestamptz
pg_stat_slru name blks_zeroed/int8 blks_hit/int8 blks_read/int8 blks_written/int8 blks_exists/int8 flushes/int8 truncates/int8 stats_reset/timestamptz
pg_stat_ssl pid/int4 ssl/bool version cipher bits/int4 client_dn client_serial/numeric issuer_dn
pg_stat_subscription subid/oid subname/name worker_type pid/int4 leader_pid/int4 relid/oid received_lsn last_msg_send_time/timestamptz last_msg_receipt_time/timestamptz latest_end_lsn latest_end_time/timestamptz
pg_stat_subscription_stats subid/oid subname/name apply_error_count/int8 sync_error_count/int8 confl_insert_exists/int8 confl_update_origin_differs/int8 confl_update_exists/int8 confl_update_missing/int8 confl_delete_origin_differs/int8 confl_delete_missing/int8 confl_multiple_unique_conflicts/int8 stats_reset/timestamptz
pg_stat_sys_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_scan/int8 last_idx_scan/timestamptz idx_tup_read/int8 idx_tup_fetch/int8
pg_stat_sys_tables relid/oid schemaname/name relname/name seq_scan/int8 last_seq_scan/timestamptz seq_tup_read/int8 idx_scan/int8 last_idx_scan/timestamptz idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8 n_live_tup/int8 n_dead_tup/int8 n_mod_since_analyze/int8 n_ins_since_vacuum/int8 last_vacuum/timestamptz last_autovacuum/timestamptz last_analyze/timestamptz last_autoanalyze/timestamptz vacuum_count/int8 autovacuum_count/int8 analyze_count/int8 autoanalyze_count/int8 total_vacuum_time/float8 total_autovacuum_time/float8 total_analyze_time/float8 total_autoanalyze_time/float8
pg_stat_user_functions funcid/oid schemaname/name funcname/name calls/int8 total_time/float8 self_time/float8
pg_stat_user_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_scan/int8 last_idx_scan/timestamptz idx_tup_read/int8 idx_tup_fetch/int8
pg_stat_user_tables relid/oid schemaname/name relname/name seq_scan/int8 last_seq_scan/timestamptz seq_tup_read/int8 idx_scan/int8 last_idx_scan/timestamptz idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8 n_live_tup/int8 n_dead_tup/int8 n_mod_since_analyze/int8 n_ins_since_vacuum/int8 last_vacuum/timestamptz last_autovacuum/timestamptz last_analyze/timestamptz last_autoanalyze/timestamptz vacuum_count/int8 autovacuum_count/int8 analyze_count/int8 autoanalyze_count/int8 total_vacuum_time/float8 total_autovacuum_time/float8 total_analyze_time/float8 total_autoanalyze_time/float8
pg_stat_wal wal_records/int8 wal_fpi/int8 wal_bytes/numeric wal_buffers_full/int8 stats_reset/timestamptz
pg_stat_wal_receiver pid/int4 status receive_start_lsn receive_start_tli/int4 written_lsn flushed_lsn received_tli/int4 last_msg_send_time/timestamptz last_msg_receipt_time/timestamptz latest_end_lsn latest_end_time/timestamptz slot_name sender_host sender_port/int4 conninfo
pg_stat_xact_all_tables relid/oid schemaname/name relname/name seq_scan/int8 seq_tup_read/int8 idx_scan/int8 idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8
pg_stat_xact_sys_tables relid/oid schemaname/name relname/name seq_scan/int8 seq_tup_read/int8 idx_scan/int8 idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8
pg_stat_xact_user_functions funcid/oid schemaname/name funcname/name calls/int8 total_time/float8 self_time/float8
pg_stat_xact_user_tables relid/oid schemaname/name relname/name seq_scan/int8 seq_tup_read/int8 idx_scan/int8 idx_tup_fetch/int8 n_tup_ins/int8 n_tup_upd/int8 n_tup_del/int8 n_tup_hot_upd/int8 n_tup_newpage_upd/int8
pg_statio_all_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_blks_read/int8 idx_blks_hit/int8
pg_statio_all_sequences relid/oid schemaname/name relname/name blks_read/int8 blks_hit/int8
pg_statio_all_tables relid/oid schemaname/name relname/name heap_blks_read/int8 heap_blks_hit/int8 idx_blks_read/int8 idx_blks_hit/int8 toast_blks_read/int8 toast_blks_hit/int8 tidx_blks_read/int8 tidx_blks_hit/int8
pg_statio_sys_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_blks_read/int8 idx_blks_hit/int8
pg_statio_sys_sequences relid/oid schemaname/name relname/name blks_read/int8 blks_hit/int8
pg_statio_sys_tables relid/oid schemaname/name relname/name heap_blks_read/int8 heap_blks_hit/int8 idx_blks_read/int8 idx_blks_hit/int8 toast_blks_read/int8 toast_blks_hit/int8 tidx_blks_read/int8 tidx_blks_hit/int8
pg_statio_user_indexes relid/oid indexrelid/oid schemaname/name relname/name indexrelname/name idx_blks_read/int8 idx_blks_hit/int8
pg_statio_user_sequences relid/oid schemaname/name relname/name blks_read/int8 blks_hit/int8
pg_statio_user_tables relid/oid schemaname/name relname/name heap_blks_read/int8 heap_blks_hit/int8 idx_blks_read/int8 idx_blks_hit/int8 toast_blks_read/int8 toast_blks_hit/int8 tidx_blks_read/int8 tidx_blks_hit/int8
pg_statistic_ext oid/oid stxrelid/oid stxname/name stxnamespace/oid stxowner/oid stxkeys/_int2 stxstattarget/int2 stxkind/_char stxexprs/pg_node_tree
pg_stats schemaname/name tablename/name attname/name inherited/bool null_frac/float4 avg_width/int4 n_distinct/float4 most_common_vals most_common_freqs/_float4 histogram_bounds correlation/float4 most_common_elems most_common_elem_freqs/_float4 elem_count_histogram/_float4 range_length_histogram range_empty_frac/float4 range_bounds_histogram
pg_stats_ext schemaname/name tablename/name statistics_schemaname/name statistics_name/name statistics_owner/name attnames/_name exprs/_text kinds/_char inherited/bool n_distinct dependencies most_common_vals/_text most_common_val_nulls/_bool most_common_freqs/_float8 most_common_base_freqs/_float8
pg_stats_ext_exprs schemaname/name tablename/name statistics_schemaname/name statistics_name/name statistics_owner/name expr inherited/bool null_frac/float4 avg_width/int4 n_distinct/float4 most_common_vals most_common_freqs/_float4 histogram_bounds correlation/float4 most_common_elems most_common_elem_freqs/_float4 elem_count_histogram/_float4
pg_subscription_rel srsubid/oid srrelid/oid srsubstate/char srsublsn
pg_tables schemaname/name tablename/name tableowner/name tablespace/name hasindexes/bool hasrules/bool hastriggers/bool rowsecurity/bool
pg_tablespace oid/oid spcname/name spcowner/oid spcacl/_text spcoptions/_text
pg_transform oid/oid trftype/oid trflang/oid trffromsql trftosql
pg_trigger oid/oid tgrelid/oid tgparentid/oid tgname/name tgfoid/oid tgtype/int2 tgenabled/char tgisinternal/bool tgconstrrelid/oid tgconstrindid/oid tgconstraint/oid tgdeferrable/bool tginitdeferred/bool tgnargs/int2 tgattr/_int2 tgargs/bytea tgqual/pg_node_tree tgoldtable/name tgnewtable/name
pg_ts_config oid/oid cfgname/name cfgnamespace/oid cfgowner/oid cfgparser/oid
pg_ts_config_map mapcfg/oid maptokentype/int4 mapseqno/int4 mapdict/oid
pg_ts_dict oid/oid dictname/name dictnamespace/oid dictowner/oid dicttemplate/oid dictinitoption
pg_ts_parser oid/oid prsname/name prsnamespace/oid prsstart prstoken prsend prsheadline prslextype
pg_ts_template oid/oid tmplname/name tmplnamespace/oid tmplinit tmpllexize
pg_type oid/oid typname/name typnamespace/oid typowner/oid typlen/int2 typbyval/bool typtype/char typcategory/char typispreferred/bool typisdefined/bool typdelim/char typrelid/oid typsubscript typelem/oid typarray/oid typinput typoutput typreceive typsend typmodin typmodout typanalyze typalign/char typstorage/char typnotnull/bool typbasetype/oid typtypmod/int4 typndims/int4 typcollation/oid typdefaultbin/pg_node_tree typdefault typacl/_text
pg_user usename/name usesysid/oid usecreatedb/bool usesuper/bool userepl/bool usebypassrls/bool passwd valuntil/timestamptz useconfig/_text
pg_user_mappings umid/oid srvid/oid srvname/name umuser/oid usename/name umoptions/_text
pg_views schemaname/name viewname/name viewowner/name definition
pg_wait_events type name description
`;

/** view column/type...: views of information_schema */
export const viewLines = `
_pg_foreign_data_wrappers oid/oid fdwowner/oid fdwoptions/_text foreign_data_wrapper_catalog/name foreign_data_wrapper_name/name authorization_identifier/name foreign_data_wrapper_language/varchar
_pg_foreign_servers oid/oid srvoptions/_text foreign_server_catalog/name foreign_server_name/name foreign_data_wrapper_catalog/name foreign_data_wrapper_name/name foreign_server_type/varchar foreign_server_version/varchar authorization_identifier/name
_pg_foreign_table_columns nspname/name relname/name attname/name attfdwoptions/_text
_pg_foreign_tables foreign_table_catalog/name foreign_table_schema/name foreign_table_name/name ftoptions/_text foreign_server_catalog/name foreign_server_name/name authorization_identifier/name
_pg_user_mappings oid/oid umoptions/_text umuser/oid authorization_identifier/name foreign_server_catalog/name foreign_server_name/name srvowner/name
administrable_role_authorizations grantee/name role_name/name is_grantable/varchar
applicable_roles grantee/name role_name/name is_grantable/varchar
attributes udt_catalog/name udt_schema/name udt_name/name attribute_name/name ordinal_position/int4 attribute_default/varchar is_nullable/varchar data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 attribute_udt_catalog/name attribute_udt_schema/name attribute_udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name is_derived_reference_attribute/varchar
character_sets character_set_catalog/name character_set_schema/name character_set_name/name character_repertoire/name form_of_use/name default_collate_catalog/name default_collate_schema/name default_collate_name/name
check_constraint_routine_usage constraint_catalog/name constraint_schema/name constraint_name/name specific_catalog/name specific_schema/name specific_name/name
check_constraints constraint_catalog/name constraint_schema/name constraint_name/name check_clause/varchar
collation_character_set_applicability collation_catalog/name collation_schema/name collation_name/name character_set_catalog/name character_set_schema/name character_set_name/name
collations collation_catalog/name collation_schema/name collation_name/name pad_attribute/varchar
column_column_usage table_catalog/name table_schema/name table_name/name column_name/name dependent_column/name
column_domain_usage domain_catalog/name domain_schema/name domain_name/name table_catalog/name table_schema/name table_name/name column_name/name
column_options table_catalog/name table_schema/name table_name/name column_name/name option_name/name option_value/varchar
column_privileges grantor/name grantee/name table_catalog/name table_schema/name table_name/name column_name/name privilege_type/varchar is_grantable/varchar
column_udt_usage udt_catalog/name udt_schema/name udt_name/name table_catalog/name table_schema/name table_name/name column_name/name
columns table_catalog/name table_schema/name table_name/name column_name/name ordinal_position/int4 column_default/varchar is_nullable/varchar data_type/varchar character_maximum_length/int4 character_octet_length/int4 numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name domain_catalog/name domain_schema/name domain_name/name udt_catalog/name udt_schema/name udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name is_self_referencing/varchar is_identity/varchar identity_generation/varchar identity_start/varchar identity_increment/varchar identity_maximum/varchar identity_minimum/varchar identity_cycle/varchar is_generated/varchar generation_expression/varchar is_updatable/varchar
constraint_column_usage table_catalog/name table_schema/name table_name/name column_name/name constraint_catalog/name constraint_schema/name constraint_name/name
constraint_table_usage table_catalog/name table_schema/name table_name/name constraint_catalog/name constraint_schema/name constraint_name/name
data_type_privileges object_catalog/name object_schema/name object_name/name object_type/varchar dtd_identifier/name
domain_constraints constraint_catalog/name constraint_schema/name constraint_name/name domain_catalog/name domain_schema/name domain_name/name is_deferrable/varchar initially_deferred/varchar
domain_udt_usage udt_catalog/name udt_schema/name udt_name/name domain_catalog/name domain_schema/name domain_name/name
domains domain_catalog/name domain_schema/name domain_name/name data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 domain_default/varchar udt_catalog/name udt_schema/name udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name
element_types object_catalog/name object_schema/name object_name/name object_type/varchar collection_type_identifier/name data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 udt_catalog/name udt_schema/name udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name
enabled_roles role_name/name
foreign_data_wrapper_options foreign_data_wrapper_catalog/name foreign_data_wrapper_name/name option_name/name option_value/varchar
foreign_data_wrappers foreign_data_wrapper_catalog/name foreign_data_wrapper_name/name authorization_identifier/name library_name/varchar foreign_data_wrapper_language/varchar
foreign_server_options foreign_server_catalog/name foreign_server_name/name option_name/name option_value/varchar
foreign_servers foreign_server_catalog/name foreign_server_name/name foreign_data_wrapper_catalog/name foreign_data_wrapper_name/name foreign_server_type/varchar foreign_server_version/varchar authorization_identifier/name
foreign_table_options foreign_table_catalog/name foreign_table_schema/name foreign_table_name/name option_name/name option_value/varchar
foreign_tables foreign_table_catalog/name foreign_table_schema/name foreign_table_name/name foreign_server_catalog/name foreign_server_name/name
information_schema_catalog_name catalog_name/name
key_column_usage constraint_catalog/name constraint_schema/name constraint_name/name table_catalog/name table_schema/name table_name/name column_name/name ordinal_position/int4 position_in_unique_constraint/int4
parameters specific_catalog/name specific_schema/name specific_name/name ordinal_position/int4 parameter_mode/varchar is_result/varchar as_locator/varchar parameter_name/name data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 udt_catalog/name udt_schema/name udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name parameter_default/varchar
referential_constraints constraint_catalog/name constraint_schema/name constraint_name/name unique_constraint_catalog/name unique_constraint_schema/name unique_constraint_name/name match_option/varchar update_rule/varchar delete_rule/varchar
role_column_grants grantor/name grantee/name table_catalog/name table_schema/name table_name/name column_name/name privilege_type/varchar is_grantable/varchar
role_routine_grants grantor/name grantee/name specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name privilege_type/varchar is_grantable/varchar
role_table_grants grantor/name grantee/name table_catalog/name table_schema/name table_name/name privilege_type/varchar is_grantable/varchar with_hierarchy/varchar
role_udt_grants grantor/name grantee/name udt_catalog/name udt_schema/name udt_name/name privilege_type/varchar is_grantable/varchar
role_usage_grants grantor/name grantee/name object_catalog/name object_schema/name object_name/name object_type/varchar privilege_type/varchar is_grantable/varchar
routine_column_usage specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name table_catalog/name table_schema/name table_name/name column_name/name
routine_privileges grantor/name grantee/name specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name privilege_type/varchar is_grantable/varchar
routine_routine_usage specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name
routine_sequence_usage specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name sequence_catalog/name sequence_schema/name sequence_name/name
routine_table_usage specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name table_catalog/name table_schema/name table_name/name
routines specific_catalog/name specific_schema/name specific_name/name routine_catalog/name routine_schema/name routine_name/name routine_type/varchar module_catalog/name module_schema/name module_name/name udt_catalog/name udt_schema/name udt_name/name data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 type_udt_catalog/name type_udt_schema/name type_udt_name/name scope_catalog/name scope_schema/name scope_name/name maximum_cardinality/int4 dtd_identifier/name routine_body/varchar routine_definition/varchar external_name/varchar external_language/varchar parameter_style/varchar is_deterministic/varchar sql_data_access/varchar is_null_call/varchar sql_path/varchar schema_level_routine/varchar max_dynamic_result_sets/int4 is_user_defined_cast/varchar is_implicitly_invocable/varchar security_type/varchar to_sql_specific_catalog/name to_sql_specific_schema/name to_sql_specific_name/name as_locator/varchar created/timestamptz last_altered/timestamptz new_savepoint_level/varchar is_udt_dependent/varchar result_cast_from_data_type/varchar result_cast_as_locator/varchar result_cast_char_max_length/int4 result_cast_char_octet_length/int4 result_cast_char_set_catalog/name result_cast_char_set_schema/name result_cast_char_set_name/name result_cast_collation_catalog/name result_cast_collation_schema/name result_cast_collation_name/name result_cast_numeric_precision/int4 result_cast_numeric_precision_radix/int4 result_cast_numeric_scale/int4 result_cast_datetime_precision/int4 result_cast_interval_type/varchar result_cast_interval_precision/int4 result_cast_type_udt_catalog/name result_cast_type_udt_schema/name result_cast_type_udt_name/name result_cast_scope_catalog/name result_cast_scope_schema/name result_cast_scope_name/name result_cast_maximum_cardinality/int4 result_cast_dtd_identifier/name
schemata catalog_name/name schema_name/name schema_owner/name default_character_set_catalog/name default_character_set_schema/name default_character_set_name/name sql_path/varchar
sequences sequence_catalog/name sequence_schema/name sequence_name/name data_type/varchar numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 start_value/varchar minimum_value/varchar maximum_value/varchar increment/varchar cycle_option/varchar
sql_features feature_id/varchar feature_name/varchar sub_feature_id/varchar sub_feature_name/varchar is_supported/varchar is_verified_by/varchar comments/varchar
sql_implementation_info implementation_info_id/varchar implementation_info_name/varchar integer_value/int4 character_value/varchar comments/varchar
sql_parts feature_id/varchar feature_name/varchar is_supported/varchar is_verified_by/varchar comments/varchar
sql_sizing sizing_id/int4 sizing_name/varchar supported_value/int4 comments/varchar
table_constraints constraint_catalog/name constraint_schema/name constraint_name/name table_catalog/name table_schema/name table_name/name constraint_type/varchar is_deferrable/varchar initially_deferred/varchar enforced/varchar nulls_distinct/varchar
table_privileges grantor/name grantee/name table_catalog/name table_schema/name table_name/name privilege_type/varchar is_grantable/varchar with_hierarchy/varchar
tables table_catalog/name table_schema/name table_name/name table_type/varchar self_referencing_column_name/name reference_generation/varchar user_defined_type_catalog/name user_defined_type_schema/name user_defined_type_name/name is_insertable_into/varchar is_typed/varchar commit_action/varchar
transforms udt_catalog/name udt_schema/name udt_name/name specific_catalog/name specific_schema/name specific_name/name group_name/name transform_type/varchar
triggered_update_columns trigger_catalog/name trigger_schema/name trigger_name/name event_object_catalog/name event_object_schema/name event_object_table/name event_object_column/name
triggers trigger_catalog/name trigger_schema/name trigger_name/name event_manipulation/varchar event_object_catalog/name event_object_schema/name event_object_table/name action_order/int4 action_condition/varchar action_statement/varchar action_orientation/varchar action_timing/varchar action_reference_old_table/name action_reference_new_table/name action_reference_old_row/name action_reference_new_row/name created/timestamptz
udt_privileges grantor/name grantee/name udt_catalog/name udt_schema/name udt_name/name privilege_type/varchar is_grantable/varchar
usage_privileges grantor/name grantee/name object_catalog/name object_schema/name object_name/name object_type/varchar privilege_type/varchar is_grantable/varchar
user_defined_types user_defined_type_catalog/name user_defined_type_schema/name user_defined_type_name/name user_defined_type_category/varchar is_instantiable/varchar is_final/varchar ordering_form/varchar ordering_category/varchar ordering_routine_catalog/name ordering_routine_schema/name ordering_routine_name/name reference_type/varchar data_type/varchar character_maximum_length/int4 character_octet_length/int4 character_set_catalog/name character_set_schema/name character_set_name/name collation_catalog/name collation_schema/name collation_name/name numeric_precision/int4 numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type/varchar interval_precision/int4 source_dtd_identifier/name ref_dtd_identifier/name
user_mapping_options authorization_identifier/name foreign_server_catalog/name foreign_server_name/name option_name/name option_value/varchar
user_mappings authorization_identifier/name foreign_server_catalog/name foreign_server_name/name
view_column_usage view_catalog/name view_schema/name view_name/name table_catalog/name table_schema/name table_name/name column_name/name
view_routine_usage table_catalog/name table_schema/name table_name/name specific_catalog/name specific_schema/name specific_name/name
view_table_usage view_catalog/name view_schema/name view_name/name table_catalog/name table_schema/name table_name/name
views table_catalog/name table_schema/name table_name/name view_definition/varchar check_option/varchar is_updatable/varchar is_insertable_into/varchar is_trigger_updatable/varchar is_trigger_deletable/varchar is_trigger_insertable_into/varchar
`;
