import { beforeEach, describe, expect, it } from 'vitest'

import { outbox } from '#server/mail/outbox.ts'
import {
  addressNumber,
  behindProxy,
  errorOf,
  limitedProcesses,
  limitsOn,
  post,
  solvePuzzle,
} from '#test/rate-limits.ts'
import { mailsTo } from '#test/mails.ts'

import { countFailedLogin } from './failed-logins.ts'
import { limitedActions, type LimitedAction } from './limit-table.ts'
import { watchTasks } from './watch.ts'

const { database, owner, now, passTime, processWith } = await limitedProcesses()
const hourMs = 3_600_000
const { watch, attempts } = limitsOn(database, { now })
const operatorEmail = 'operator@ajo.example'
const lines: unknown[] = []
const log = { error: (line: unknown) => void lines.push(line) }
const tasks = watchTasks({ watch, database, outbox, log, config: { operatorEmail } })
const minutely = () => tasks.find(({ name }) => name === 'watch-abuse')?.run({})

beforeEach(() => {
  lines.length = 0
})

const processAnswering = (status: number, actions: readonly LimitedAction[]) =>
  processWith({ status, actions, ...behindProxy })
const named = (name: string) => limitedActions.filter((action) => action.name === name)
const app = processAnswering(
  401,
  named('login').map((action) => ({ ...action, limits: [] })),
)
let number = 0
const logIn = (puzzle?: string) =>
  post(app, '/api/session', {
    from: addressNumber(++number),
    body: { email: `a${number}@example.com` },
    ...(puzzle !== undefined && { puzzle }),
  })
const wrongPasswords = async (many: number) => {
  for (let tried = 0; tried < many; tried++) expect((await logIn()).status).toBe(401)
}

describe('many wrong passwords', () => {
  it('make everybody do some work before they log in, once they are twenty times the usual', async () => {
    for (let hour = 0; hour < 24; hour++) {
      const wrong = hour < 11 ? 0 : 7
      for (let tried = 0; tried < wrong; tried++) await countFailedLogin(attempts, now())
      passTime(hourMs)
    }
    await wrongPasswords(140)
    expect(await watch.look()).toEqual([])
    await wrongPasswords(1)
    expect(await watch.look()).toEqual(['failing-logins'])
    const answer = await logIn()
    expect(answer.status).toBe(429)
    const { puzzle } = await errorOf(answer)
    const from = addressNumber(number)
    const solved = puzzle && solvePuzzle(puzzle)
    const again = await post(app, '/api/session', { from, ...(solved && { puzzle: solved }) })
    expect(again.status).toBe(401)
    passTime(hourMs)
    expect((await logIn()).status).toBe(401)
  })

  it('are a hundred in an hour where it is usually quiet', async () => {
    await wrongPasswords(100)
    expect(await watch.look()).toEqual([])
    await wrongPasswords(1)
    expect(await watch.look()).toEqual(['failing-logins'])
  })
})

describe('the mail budget', () => {
  const mailing = processAnswering(400, named('mail-budget'))
  const signUp = () => {
    const email = `a${++number}@example.com`
    const path = number % 2 ? '/api/account/reset' : '/api/account'
    return post(mailing, path, { from: addressNumber(number), body: { email } })
  }

  it('is told of when half is gone, to the operator and in the log, once an hour', async () => {
    for (let sent = 0; sent < 149; sent++) expect((await signUp()).status).toBe(400)
    await minutely()
    expect(await mailsTo(owner, tasks, operatorEmail)).toEqual([])
    await signUp()
    for (let minute = 0; minute < 3; minute++) await minutely()
    expect(lines).toEqual([{ alarm: 'mail-budget' }])
    const mails = await mailsTo(owner, tasks, operatorEmail)
    expect(mails.map(({ subject }) => subject)).toEqual(['Ajo: many emails'])
  })
})

it('forgets what is over', async () => {
  await wrongPasswords(1)
  passTime(26 * hourMs)
  await tasks.find(({ name }) => name === 'purge-attempts')?.run({})
  const { rows } = await owner.pool.query('select from attempt_count')
  expect(rows).toHaveLength(0)
})
