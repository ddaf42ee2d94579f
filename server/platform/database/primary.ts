import pg from 'pg'

import { DatabaseUnavailable, isConnectionFailure } from './database-unavailable.ts'

/** Where the database is. With `hosts`, the first that accepts writes is used, or one that does not with `acceptsStandby`. */
export type Connection = pg.PoolConfig & { hosts?: HostList; acceptsStandby?: boolean }

/** The database answers, and is a standby or was made read-only. */
export class ReadOnlyDatabase extends DatabaseUnavailable {
  override name = 'ReadOnlyDatabase'
}

export type HostList = ReturnType<typeof createHostList>

/** Several hosts of one database. Connections use the same host until it fails, then the next one. */
export function createHostList(urls: readonly string[]) {
  let current = 0
  return {
    size: urls.length,
    get: () => ({ url: urls[current] ?? '', index: current }),
    /** Of connections that fail at the same time, the first chooses the next host. */
    avoid: (index: number) => {
      if (index === current) current = (current + 1) % urls.length
    },
  }
}

export function toConnection(urls: readonly string[]): Connection {
  return { connectionString: urls[0] ?? '', hosts: createHostList(urls) }
}

/** A host that does not answer must not use up the wait for the others. */
const hostTimeoutMs = 3_000
/** PostgreSQL reports both while a connection starts. */
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only']

type Parameter = { parameterName: string; parameterValue: string }
type Callback = (error?: Error) => void

/** A connection to a database that accepts writes, as libpq opens it with target_session_attrs=read-write. */
export class PrimaryClient extends pg.Client {
  readonly #parameters = new Map<string, string>()
  readonly #avoidHost: () => void
  readonly #acceptsStandby: boolean

  constructor(connection: Connection = {}) {
    const { hosts, password } = connection
    const host = hosts?.get()
    super({
      ...connection,
      // The pool hides it from copies.
      ...(password !== undefined && { password }),
      ...(host && { connectionString: host.url }),
      ...(hosts && hosts.size > 1 && { connectionTimeoutMillis: hostTimeoutMs }),
    })
    this.#acceptsStandby = connection.acceptsStandby === true
    this.#avoidHost = () => {
      if (host) hosts?.avoid(host.index)
    }
    // A connection that breaks before the pool listens would end the process. Its next query fails and reports it.
    this.on('error', () => {})
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) =>
      this.#parameters.set(parameterName, parameterValue),
    )
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.Client> | void {
    const opened = this.#open()
    if (callback === undefined) return opened
    void passOn(opened, (error) => callback(error))
  }

  async #open(): Promise<pg.Client> {
    try {
      await super.connect()
    } catch (error) {
      this.#avoidHost()
      throw error
    }
    if (this.#acceptsStandby) return this
    if (!readOnlyParameters.some((name) => this.#parameters.get(name) === 'on')) return this
    this.#avoidHost()
    await this.end()
    throw new ReadOnlyDatabase('the database accepts no writes')
  }
}

type PoolCallback = Parameters<pg.Pool['connect']>[0]

/** A pool that tries the hosts in turn for each new connection. */
class PrimaryPool extends pg.Pool {
  readonly #attempts: number

  constructor(connection: Connection) {
    super({ ...connection, Client: PrimaryClient })
    this.#attempts = connection.hosts?.size ?? 1
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | void {
    const connected = tryHosts(this.#attempts, () => super.connect())
    if (callback === undefined) return connected
    void passOn(connected, (error, client) =>
      callback(error, client, (failure) => client?.release(failure)),
    )
  }
}

/** Hands a result to a caller that takes no promise. */
async function passOn<Result>(
  work: Promise<Result>,
  callback: (error: Error | undefined, result?: Result) => void,
): Promise<void> {
  let result: Result
  try {
    result = await work
  } catch (error) {
    return callback(error as Error)
  }
  callback(undefined, result)
}

export function openPrimaryPool(connection: Connection): pg.Pool {
  return new PrimaryPool(connection)
}

/** A connection outside of a pool, which the caller ends. `prepare` runs before it connects. */
export function connectClient(
  connection: Connection,
  prepare: (client: pg.Client) => void,
): Promise<pg.Client> {
  return tryHosts(connection.hosts?.size ?? 1, () => {
    const client = new PrimaryClient(connection)
    prepare(client)
    return client.connect()
  })
}

async function tryHosts<Result>(attempts: number, connect: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await connect()
    } catch (error) {
      if (attempt >= attempts || !isConnectionFailure(error)) throw error
    }
}
