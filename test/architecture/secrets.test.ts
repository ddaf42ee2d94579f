import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openFakeS3 } from '#test/support/providers/s3.ts'

import { toSubject } from './matrix-cells.ts'
import { getCells, matrix } from './matrix.ts'
import { sendRequest } from './matrix-run.ts'
import { toForm, openWorld, password } from './matrix-world.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'
import { sandboxSecretKey } from '#packages/paystack-sandbox/src/index.ts'

const canary = () => `canary${randomBytes(18).toString('hex')}`
const smtpPassword = canary()
const settings = {
  AJO_SECRET: canary(),
  FIREBASE_API_KEY: canary(),
  SANITY_TOKEN: canary(),
  S3_ACCESS_KEY: canary(),
  S3_SECRET_KEY: canary(),
  privateKey: canary(),
  RECEIPT_KEY: generateSigningKey(),
  smtpPassword,
}

const bucket = await openFakeS3({
  accessKey: settings.S3_ACCESS_KEY,
  secretKey: settings.S3_SECRET_KEY,
})
afterAll(() => bucket.close())

const logged: string[] = []
const world = await openWorld({
  env: {
    AJO_SECRET: settings.AJO_SECRET,
    RECEIPT_KEY: settings.RECEIPT_KEY,
    FIREBASE_API_KEY: settings.FIREBASE_API_KEY,
    FIREBASE_PROJECT: 'demo-ajo',
    SANITY_TOKEN: settings.SANITY_TOKEN,
    IMAGES: 's3',
    S3_ENDPOINT: bucket.options.endpoint,
    S3_REGION: bucket.options.region,
    S3_BUCKET: bucket.options.bucket,
    S3_ACCESS_KEY: settings.S3_ACCESS_KEY,
    S3_SECRET_KEY: settings.S3_SECRET_KEY,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      client_email: 'ajo@example.com',
      private_key: `-----BEGIN PRIVATE KEY-----\n${settings.privateKey}`,
    }),
    // Nothing listens there: mails stay in the outbox and the failures are logged.
    SMTP_URL: `smtp://ajo:${smtpPassword}@127.0.0.1:9`,
    MAIL_FROM: 'no-reply@ajo.example',
  },
  log: openLog('trace', { write: (line: string) => void logged.push(line) }),
})

/** The response of every route to every role, in sequence and without restoring the store. */
const answered: { where: string; text: string }[] = []
for (const route of Object.keys(matrix))
  for (const cell of getCells(route)) {
    const answer = await sendRequest(world, cell)
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
    const text = `${headers.join('\n')}\n${await answer.text()}`
    answered.push({ where: `${route} on ${toSubject(cell.of)} by ${cell.role}`, text })
  }

const textSchema = z.object({ text: z.string() })
const mails = await world.owner.rows(textSchema, sql`select text from mail_outbox`)
const secrets: Record<string, string> = {
  ...settings,
  'key of the payment sandbox': await sandboxSecretKey(world.owner),
  'password of the database': String(world.owner.pool.options.password ?? passwordOfUrl()),
  'password of a person': password,
  'account number of a campaign': toForm(world).accountNumber,
  ...Object.fromEntries(
    Object.entries(world.people).map(([role, person]) => [
      `session of ${role}`,
      person?.cookie.split('=')[1] ?? canary(),
    ]),
  ),
  ...Object.fromEntries(
    mails
      .flatMap(({ text }) => [...text.matchAll(/oobCode=([\w-]+)/g)])
      .map(([, code = canary()], index) => [`mailed code ${index}`, code]),
  ),
}

function passwordOfUrl(): string {
  return new URL(world.owner.pool.options.connectionString ?? 'postgres://x:y@z').password
}

/** By name, and where: never the secret itself. */
const leaksIn = (texts: { where: string; text: string }[]) =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    texts.filter(({ text }) => text.includes(secret)).map(({ where }) => `${name} in ${where}`),
  )

describe('no secret leaves', () => {
  it('as far as there are secrets and answers to look through', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(20)
    expect(Object.values(secrets).filter((secret) => secret.length < 8)).toEqual([])
    expect(answered.length).toBeGreaterThan(500)
    expect(logged.length).toBeGreaterThan(500)
    const planted = { where: 'here', text: `…${settings.AJO_SECRET}…` }
    expect(leaksIn([planted])).toEqual(['AJO_SECRET in here'])
  })

  it('in an answer', () => {
    expect(leaksIn(answered)).toEqual([])
  })

  it('in the log', () => {
    expect(leaksIn(logged.map((text, line) => ({ where: `line ${line}`, text })))).toEqual([])
  })

  it('in what browsers load, which also names no provider', () => {
    const built = readdirSync('dist', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
    const texts = built.map((file) => ({ where: file, text: readFileSync(file, 'latin1') }))
    expect(built.length).toBeGreaterThan(20)
    expect(leaksIn(texts)).toEqual([])
    const named = texts
      .filter(({ where }) => where.includes('/client/'))
      .filter(({ text }) =>
        /api\.paystack\.co|googleapis\.com|sanity\.io|sk_(test|live)_\w/.test(text),
      )
    expect(named.map(({ where }) => where)).toEqual([])
  })

  it('in a table in clear text, but for the mails that carry a code', async () => {
    const tables = await world.owner.rows(
      textSchema,
      sql`select format('%I.%I', schemaname, tablename) as text from pg_tables
        where schemaname = 'public' and tablename <> 'mail_outbox'`,
    )
    const rows: { where: string; text: string }[] = []
    for (const { text: table } of tables) {
      const found = await world.owner.pool.query<{ text: string }>(
        `select row_to_json(t)::text as text from ${table} t`,
      )
      rows.push(...found.rows.map(({ text }) => ({ where: table, text })))
    }
    expect(leaksIn(rows)).toEqual([])
  })
})
