import { resolve } from 'node:path'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import { contradictions } from './cross-checks.ts'
import { isLiveKey, settingsSchema, type Settings } from './settings.ts'

type ServiceAccount = { clientEmail: string; privateKey: string }

type Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

/** What the server was told, read once. Where a choice is open, `kind` names it. */
export type Config = {
  host: string
  port: number
  /** Without a slash at the end. Undefined until the port is known, where nobody said. */
  publicUrl: string
  /** False where `publicUrl` is only our guess from HOST and PORT. */
  isPublicUrlGiven: boolean
  /** Nobody but this machine can reach us: development comforts are in order. */
  isLoopback: boolean
  dataDir: string
  database: { kind: 'embedded' } | { kind: 'url'; url: string }
  mail: { kind: 'smtp'; url: string } | { kind: 'mailbox' } | { kind: 'nowhere' }
  mailFrom: string
  identity:
    | { kind: 'embedded' }
    | { kind: 'firebase'; apiKey: string; projectId: string; serviceAccount: ServiceAccount }
  content: { kind: 'embedded' } | { kind: 'sanity'; projectId: string; token: string }
  /** With hosted content, pictures are assets over there. */
  images: { kind: 'disk' } | ({ kind: 's3' } & Bucket) | { kind: 'assets' }
  payments: { kind: 'sandbox' } | { kind: 'paystack'; mode: PaymentMode; secretKey: string }
  /** Undefined: one is made and kept in DATA_DIR. */
  secret: string | undefined
  /** What receipts are signed with. Undefined: one is made and kept in DATA_DIR. */
  receiptKey: string | undefined
  seed: boolean
  trustedProxies: string[]
  /** Goals above it are approved by two reviewers. */
  twoReviewersAbove: Kobo
  /** False only for measuring and for tests that do in seconds what people do in days. */
  hasRateLimits: boolean
  logLevel: Settings['LOG_LEVEL']
  supportEmail: string
  adminEmail: string
}

/** One sentence for each mistake, all of them at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly sentences: string[]

  constructor(sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** Reads the environment once, at the door. Nothing else in the server may. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settingsSchema.shape && value !== ''),
  )
  const parsed = z.safeParse(settingsSchema, given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(({ message }) => message))
  const mistakes = contradictions(parsed.data)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return configFrom(parsed.data)
}

/** The address that we would guess, for when the system chose the port. */
export function withPort(config: Config, port: number): Config {
  if (config.isPublicUrlGiven) return { ...config, port }
  return { ...config, port, publicUrl: guessedUrl(config.host, port) }
}

/** How this machine reaches its own server, whatever the world calls it. */
export function getLocalUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  return urlOf(loopback[host] ?? host, port)
}

function configFrom(settings: Settings): Config {
  const isLoopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(settings.HOST)
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? guessedUrl(settings.HOST, settings.PORT),
    isPublicUrlGiven: settings.PUBLIC_URL !== undefined,
    isLoopback,
    dataDir: resolve(settings.DATA_DIR),
    database: settings.DATABASE_URL
      ? { kind: 'url', url: settings.DATABASE_URL }
      : { kind: 'embedded' },
    mail: mailFrom(settings, isLoopback),
    mailFrom: settings.MAIL_FROM ?? 'Ajo <no-reply@ajo.example>',
    identity: identityFrom(settings),
    content: contentFrom(settings),
    images: imagesFrom(settings),
    payments: paymentsFrom(settings.PAYSTACK_SECRET_KEY),
    secret: settings.AJO_SECRET,
    receiptKey: settings.RECEIPT_KEY,
    seed: (settings.SEED ?? (isPlayground(settings) ? 'on' : 'off')) === 'on',
    trustedProxies: settings.TRUSTED_PROXIES,
    twoReviewersAbove: kobo(settings.TWO_REVIEWERS_ABOVE * 100),
    hasRateLimits: settings.RATE_LIMITS === 'on',
    logLevel: settings.LOG_LEVEL,
    supportEmail: settings.SUPPORT_EMAIL,
    adminEmail: settings.ADMIN_EMAIL ?? settings.SUPPORT_EMAIL,
  }
}

function guessedUrl(host: string, port: number): string {
  return urlOf(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port)
}

function urlOf(name: string, port: number): string {
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function mailFrom({ SMTP_URL }: Settings, isLoopback: boolean): Config['mail'] {
  if (SMTP_URL) return { kind: 'smtp', url: SMTP_URL }
  return { kind: isLoopback ? 'mailbox' : 'nowhere' }
}

/** Nothing of it belongs to anybody else. */
function isPlayground({ PAYSTACK_SECRET_KEY, IDENTITY, CONTENT }: Settings): boolean {
  return PAYSTACK_SECRET_KEY === undefined && IDENTITY === 'embedded' && CONTENT === 'embedded'
}

/** What is missing is a contradiction, told with the others. */
function identityFrom(settings: Settings): Config['identity'] {
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded' }
  const { FIREBASE_API_KEY: apiKey = '', FIREBASE_PROJECT: projectId = '' } = settings
  const serviceAccount = settings.FIREBASE_SERVICE_ACCOUNT ?? { clientEmail: '', privateKey: '' }
  return { kind: 'firebase', apiKey, projectId, serviceAccount }
}

function contentFrom(settings: Settings): Config['content'] {
  if (settings.CONTENT === 'embedded') return { kind: 'embedded' }
  const { SANITY_PROJECT: projectId = '', SANITY_TOKEN: token = '' } = settings
  return { kind: 'sanity', projectId, token }
}

function imagesFrom(settings: Settings): Config['images'] {
  if (settings.CONTENT === 'sanity') return { kind: 'assets' }
  if (settings.IMAGES === 'disk') return { kind: 'disk' }
  const { S3_ENDPOINT: endpoint = '', S3_REGION: region, S3_BUCKET: bucket = '' } = settings
  const { S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = settings
  return { kind: 's3', endpoint, region, bucket, accessKey, secretKey }
}

function paymentsFrom(secretKey: string | undefined): Config['payments'] {
  if (!secretKey) return { kind: 'sandbox' }
  const mode = isLiveKey(secretKey) ? 'live' : 'test'
  return { kind: 'paystack', mode, secretKey }
}
