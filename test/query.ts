import pg from 'pg'

/** The rows of a statement, on a connection of its own. */
export async function query(connection: pg.PoolConfig, text: string) {
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
