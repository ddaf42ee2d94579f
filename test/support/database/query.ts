import pg from 'pg'

/** Works on a connection of its own. */
export async function withClient<Result>(
  connection: pg.PoolConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The rows of a statement, on a connection of its own. */
export const query = (connection: pg.PoolConfig, text: string) =>
  withClient(connection, async (client) => (await client.query<Record<string, unknown>>(text)).rows)
