import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createApp } from '#server/app.ts'
import { readConfig, type Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'
import { openServices, type Overrides } from '#server/services.ts'
import { withApprovedPayees } from '#test/support/money/approved-donations.ts'
import { fakePayments } from '#test/support/money/payments.ts'
import { testOrigin, testSecret } from '#test/support/people/people.ts'

export { testSecret }

export const adminEmail = 'admin@ajo.example'
export const testReceiptKey = generateSigningKey()
export const testLogKey = generateSigningKey()

type Env = Record<string, string>
export type TestAppOptions = Overrides & { env?: Env }

/** Settings as production reads them. Mails wait in the outbox. */
export function testConfig(env: Env = {}): Config {
  const config = readConfig({
    PUBLIC_URL: testOrigin,
    AJO_SECRET: testSecret,
    RECEIPT_KEY: testReceiptKey,
    LOG_KEY: testLogKey,
    LOG_ARCHIVE: join(tmpdir(), `ajo-log-${randomUUID()}`),
    ADMIN_EMAIL: adminEmail,
    RATE_LIMITS: 'off',
    REFUNDS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
    ...env,
  })
  return { ...config, mail: { kind: 'nowhere' } }
}

const log = openLog('silent')

/**
 * The app that production mounts, on a test database, without pages. Tests run its jobs by hand. Reviewers' decisions take effect in
 * the request, unless a test sets a delay.
 */
export async function openTestApp(
  database: Database,
  { env, payments = fakePayments().payments, ...overrides }: TestAppOptions = {},
) {
  const given = { log, pages: false, payments, database, decisionDelayMs: 0, ...overrides } as const
  const services = await openServices(testConfig(env), given)
  const donations = withApprovedPayees(database, services.donations)
  return { ...services, donations, app: createApp(services) }
}
