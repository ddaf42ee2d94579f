import { openPrimaryPool, type Connection } from '#server/platform/database/primary.ts'
import { jobsApplication } from '#server/platform/queue/start-jobs.ts'

/** Connections of servers that work on the database. Their jobs use direct connections, also behind a pooler. */
export async function countRunningServers(connection: Connection): Promise<number> {
  const pool = openPrimaryPool({ ...connection, max: 1 })
  try {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [jobsApplication],
    )
    return rows[0]?.count ?? 0
  } finally {
    await pool.end()
  }
}
