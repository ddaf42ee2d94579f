import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { Config } from '../../config/config.ts'
import { isLoopbackHost } from '../../config/modes.ts'
import type { Queries } from '../../database/database.ts'
import { createProxyTest } from '../../http/client-address.ts'
import { findSenderRefusal } from '../../mail/sender-check.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import { findProxyReport } from '../proxy-reports.ts'
import { proofPath, toProof } from '../proof-routes.ts'
import type { Check } from './check.ts'

type Deps = {
  config: Config
  database: Queries
  sealing: Pick<Sealing, 'fingerprint'> | undefined
  now: () => Date
}

const requestTimeoutMs = 5_000
const dayMs = 24 * 3_600_000

export function networkChecks({ config, database, sealing, now }: Deps): Check[] {
  return [
    { name: 'mail server', find: () => findMailFault(config) },
    { name: 'public address', find: () => findAddressFault(config, sealing) },
    { name: 'proxy', find: () => findProxyFault(config, database, now) },
    { name: 'development features', find: () => findOpenDevelopment(config) },
  ]
}

async function findMailFault({ mail, mailFrom }: Config): Promise<string | undefined> {
  if (mail.kind === 'dropped') return 'Mails are dropped: set SMTP_URL to send them.'
  if (mail.kind === 'nowhere') return 'Mails wait in the outbox: set SMTP_URL to send them.'
  if (mail.kind === 'mailbox') return undefined
  const words = await findSenderRefusal({ url: mail.url, from: mailFrom })
  return words === undefined
    ? undefined
    : `The mail server does not accept our sender (${words}): correct SMTP_URL or MAIL_FROM, or allow the sender there.`
}

/** Only a server with the same fingerprint key can answer. */
async function findAddressFault(
  { publicUrl }: Config,
  sealing: Deps['sealing'],
): Promise<string | undefined> {
  if (!sealing) return undefined
  const nonce = randomBytes(16).toString('hex')
  const answer = await request(`${publicUrl}${proofPath}/${nonce}`)
  if (typeof answer !== 'string')
    return `PUBLIC_URL ${publicUrl} does not answer (${answer.error}): start the server, or correct PUBLIC_URL or the proxy.`
  if (isEqual(answer, toProof(sealing, nonce))) return undefined
  return `PUBLIC_URL ${publicUrl} is answered by another server: correct PUBLIC_URL or the proxy.`
}

async function findProxyFault(
  { trustedProxies }: Config,
  database: Queries,
  now: () => Date,
): Promise<string | undefined> {
  const report = await findProxyReport(database)
  if (!report || now().getTime() - report.reportedAt.getTime() > dayMs) return undefined
  const { peerAddress, header } = report
  if (createProxyTest(trustedProxies)(peerAddress)) return undefined
  return `Requests with the header ${header} came from ${peerAddress}, which TRUSTED_PROXIES does not name: add it if that is your proxy, because its visitors share one rate limit.`
}

/** Asks from here: behind a proxy on this machine that is what a stranger would see. */
async function findOpenDevelopment({ publicUrl }: Config): Promise<string | undefined> {
  if (isLoopbackHost(new URL(publicUrl).hostname)) return undefined
  for (const path of ['/development/mailbox', '/sandbox/console'])
    if (typeof (await request(publicUrl + path)) === 'string')
      return `${publicUrl}${path} answers requests from outside: set AJO_MODE to demo, staging or live, and restart every process.`
  return undefined
}

/** The body of a response with status 200, or why there is none. */
async function request(url: string): Promise<string | { error: string }> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const response = await fetch(url, { signal, redirect: 'manual' })
    const body = await response.text()
    return response.status === 200 ? body : { error: `status ${response.status}` }
  } catch (error) {
    const { message, cause } = error as Error
    return { error: cause instanceof Error ? cause.message || message : message }
  }
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
