import type { Database, Queries, Transaction } from '#server/platform/database/database.ts'
import type { Sql } from '#server/platform/database/sql.ts'
import type { Payments } from '#server/providers/payments/payments.ts'

/** Thrown by every step of a killed process. */
export class Killed extends Error {
  override name = 'Killed'
}

export type KillSwitch = ReturnType<typeof killSwitch>

/** Kills a process at one of its steps: before or after a statement, a commit or a call to the provider. */
export function killSwitch() {
  let stepsLeft = Infinity
  let isDead = false
  let moment: string | undefined
  return {
    arm: (steps: number) => void (stepsLeft = steps),
    kill: () => void (isDead = true),
    /** Where the process was killed. */
    moment: () => moment,
    pass: (step: string): void => {
      if (isDead) throw new Killed(step)
      stepsLeft -= 1
      if (stepsLeft > 0) return
      isDead = true
      moment = step
      throw new Killed(step)
    },
  }
}

/** The database as a process sees it that can be killed. A transaction that was not committed is rolled back. */
export function killableDatabase(database: Database, { pass }: KillSwitch): Database {
  return {
    ...killableQueries(database, pass),
    pool: database.pool,
    async transaction(work, timeout) {
      const result = await database.transaction(async (queries) => {
        const worked = await work(killableQueries(queries, pass) as Transaction)
        pass('before the commit')
        return worked
      }, timeout)
      pass('after the commit')
      return result
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

function killableQueries(queries: Queries, pass: KillSwitch['pass']): Queries {
  const around = async <Result>(sql: Sql, work: () => Promise<Result>) => {
    const name = toName(sql)
    pass(`before ${name}`)
    const result = await work()
    pass(`after ${name}`)
    return result
  }
  return {
    rows: (schema, sql) => around(sql, () => queries.rows(schema, sql)),
    row: (schema, sql) => around(sql, () => queries.row(schema, sql)),
    values: (schema, sql) => around(sql, () => queries.values(schema, sql)),
    value: (schema, sql) => around(sql, () => queries.value(schema, sql)),
    exists: (sql) => around(sql, () => queries.exists(sql)),
    run: (sql) => around(sql, () => queries.run(sql)),
  }
}

const tablePattern = /(?:insert into|update|delete from|from)\s+([a-z_]+)/

/** Verb and table, and what distinguishes the changes of a refund. */
function toName(sql: Sql): string {
  const text = sql.compile().text.trim()
  const verb = text.split(/\s/, 1)[0] ?? ''
  const what = /sent_at = clock_timestamp\(\)/.test(text)
    ? ' to send it'
    : text.startsWith('update refund set lease_token')
      ? ' to claim it'
      : ''
  return `${verb} ${tablePattern.exec(text)?.[1] ?? ''}${what}`
}

/** The provider as such a process sees it. A call that was under way takes effect all the same. */
export function killablePayments(payments: Payments, { pass }: KillSwitch): Payments {
  const around =
    <Input extends unknown[], Result>(name: string, call: (...input: Input) => Promise<Result>) =>
    async (...input: Input) => {
      pass(`before the call ${name}`)
      const result = await call(...input)
      pass(`after the call ${name}`)
      return result
    }
  const { refunds, subAccounts } = payments
  return {
    ...payments,
    verify: around('verify', payments.verify),
    chargeAuthorization: around('charge the card', payments.chargeAuthorization),
    refunds: {
      ...refunds,
      create: around('create', refunds.create),
      find: around('find', refunds.find),
      listForTransaction: around('listForTransaction', refunds.listForTransaction),
      retry: around('retry', refunds.retry),
    },
    subAccounts: {
      ...subAccounts,
      find: around('find the sub-account', subAccounts.find),
      setPayouts: around('hold or release payouts', subAccounts.setPayouts),
    },
  }
}
