import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'

/** All tables: saved once, compared after each request, restored. */
export interface Store {
  /** Jobs are enqueued and never started from now on, so that nothing changes in the background. */
  holdJobs: () => Promise<void>
  save: () => Promise<void>
  /** The tables that differ from the saved ones. Only tables that were written to since the last call are compared. */
  changed: () => Promise<string[]>
  /** Compares all tables. */
  changedUnnoticed: () => Promise<string[]>
  restore: (tables: string[]) => Promise<void>
}

const tableSchema = z.object({ name: z.string(), columns: z.string() })
const printSchema = z.object({ name: z.string(), print: z.nullable(z.string()) })
const writtenSchema = z.object({ name: z.string() })
type Fingerprints = Map<string, string | null>

export function openStore(owner: Database): Store {
  let tables: string[] = []
  let columnsByTable = new Map<string, string>()
  let saved: Fingerprints = new Map()

  const readFingerprints = async (names: string[]): Promise<Fingerprints> => {
    if (names.length === 0) return new Map()
    const parts = names.map(
      (name) =>
        `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as print from ${name} t`,
    )
    const { rows } = await owner.pool.query(parts.join(' union all '))
    return new Map(rows.map((row) => z.parse(printSchema, row)).map((row) => [row.name, row.print]))
  }

  const compare = async (names: string[]) => {
    const now = await readFingerprints(names)
    return names.filter((name) => now.get(name) !== saved.get(name))
  }

  return {
    holdJobs: async () => {
      await owner.pool.query(holdJobs)
    },
    save: async () => {
      await owner.pool.query(`${holdLog}; ${writtenTables}`)
      const found = await owner.rows(tableSchema, tablesSql)
      tables = found.map(({ name }) => name)
      columnsByTable = new Map(found.map(({ name, columns }) => [name, columns]))
      for (const name of tables)
        await owner.pool.query(
          `create table ${toCopyName(name)} as table ${name}; ${noteWrites(name)}`,
        )
      saved = await readFingerprints(tables)
    },
    changed: async () => {
      const written = await owner.rows(writtenSchema, sql`delete from kept.written returning name`)
      return compare([...new Set(written.map(({ name }) => name))])
    },
    changedUnnoticed: () => compare(tables),
    restore: async (changed) => {
      if (changed.length === 0) return
      const client = await owner.pool.connect()
      try {
        // Without foreign keys, because all tables are restored at once.
        await client.query(
          [
            'begin',
            'set local session_replication_role = replica',
            ...changed.map((name) => `delete from ${name}`),
            ...changed.map((name) => {
              const columns = columnsByTable.get(name)
              return `insert into ${name} (${columns}) overriding system value select ${columns} from ${toCopyName(name)}`
            }),
            'commit',
          ].join(';'),
        )
      } finally {
        client.release()
      }
    },
  }
}

/** Our tables and the jobs, without what the database and the job runner write on their own. */
const tablesSql = sql`
  select format('%I.%I', table_schema, table_name) as name,
    string_agg(format('%I', column_name), ', ') as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_type = 'BASE TABLE' and is_generated = 'NEVER'
    and table_schema !~ '^pg_|^information_schema$|^kept$' and table_name not in ('migration', 'migrations')
    and table_name !~ 'known_crontabs|_private_tasks|job_queues'
  group by table_schema, table_name`

/** Scheduled jobs are dropped, and all others wait. */
const holdJobs = `
  create schema kept;
  create function kept.hold() returns trigger language plpgsql as
    $$ begin
      if new.payload::text like '%"_cron"%' then return null; end if;
      new.run_at := '2999-01-01';
      return new;
    end $$;
  create trigger hold before insert or update on graphile_worker._private_jobs
    for each row execute function kept.hold();
  update graphile_worker._private_jobs set run_at = run_at where locked_at is null`

/** Names the tables that statements write to. A restored table is not named, because its triggers are off. */
const writtenTables = `
  create table kept.written (name text not null);
  create function kept.note_write() returns trigger language plpgsql security definer as
    $$ begin
      insert into kept.written values (format('%I.%I', tg_table_schema, tg_table_name));
      return null;
    end $$`
const noteWrites = (name: string) => `
  create trigger note_write after insert or update or delete or truncate on ${name}
    for each statement execute function kept.note_write()`

/** The transparency log adds nothing from then on. */
const holdLog = `
  create function kept.refuse() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$;
  create trigger hold before insert on log_leaf for each row execute function kept.refuse()`

const toCopyName = (name: string) => `kept.${name.replaceAll(/\W/g, '_')}`
