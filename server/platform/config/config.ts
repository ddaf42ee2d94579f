import { brand } from '#shared/brand.ts'
import { join, resolve } from 'node:path'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { countEdits } from '#shared/misspelt.ts'
import type { Controller, Recipient } from '#shared/policy.ts'

import type { PoolSizes } from '../database/pools.ts'
import { StartRefused } from '../runtime/errors.ts'
import { settingsSchema, type Settings } from './settings.ts'
import { bucketPattern } from './operation-settings.ts'
import { isLoopbackHost, modeTable, type Mode, toPaymentKind, requiredSettings } from './modes.ts'
import { getOtherHosts, checkProviderHosts } from './provider-hosts.ts'

/** The settings in the form that the server uses. `kind` names the choice where there are several. docs/settings.md explains each. */
export type Config = ReturnType<typeof toConfig>
export type BackupStorage = NonNullable<Config['backup']['storage']>

/** All errors in the settings, one sentence each. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError'
  readonly messages: string[]

  constructor(messages: string[]) {
    super(messages.join('\n'))
    this.messages = messages
  }
}

/** Reads the environment. Nothing else in the server does. An empty setting counts as missing. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const settings = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settingsSchema.shape && value !== ''),
  )
  const parsed = z.safeParse(settingsSchema, settings)
  const misspelt = listMisspelt(env)
  if (!parsed.success)
    throw new ConfigError([...misspelt, ...parsed.error.issues.map(({ message }) => message)])
  const errors = [...misspelt, ...checkCombinations(parsed.data)]
  if (errors.length > 0) throw new ConfigError(errors)
  return toConfig(parsed.data)
}

/** A misspelt setting would be ignored, and the server would run with the default. Other programs' variables are unlike ours. */
function listMisspelt(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(settingsSchema.shape)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const nearest = known.find((setting) => isMisspelt(name, setting))
    return nearest === undefined ? [] : [`${name} is not a setting: did you mean ${nearest}?`]
  })
}

/** One or two characters differ, or words are left out, as in PAYSTACK_KEY. Short names such as HOME and HOST are alike by chance. */
function isMisspelt(name: string, setting: string): boolean {
  if (setting.length < 8 || name.length < 7) return false
  const words = setting.split('_')
  const given = name.split('_')
  const isPart =
    given.length > 1 && given[0] === words[0] && given.every((each) => words.includes(each))
  return isPart || countEdits(name, setting) <= (setting.length < 10 ? 1 : 2)
}

/** Sets the port that the system chose, and the URL derived from it. */
export function withPort(config: Config, port: number): Config {
  if (config.isPublicUrlGiven) return { ...config, port }
  return { ...config, port, publicUrl: getDefaultUrl(config.host, port) }
}

/** The URL under which this machine reaches its own server, independent of PUBLIC_URL. */
export function getLocalUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  return toUrl(loopback[host] ?? host, port)
}

function toConfig(settings: Settings) {
  const mode = getMode(settings)
  const isLoopback = isLoopbackHost(settings.HOST)
  const hasDevelopmentFeatures =
    modeTable[mode].developmentFeatures !== 'off' && isLoopback && isPublicUrlLoopback(settings)
  return {
    mode,
    host: settings.HOST,
    port: settings.PORT,
    /** Without a slash at the end. */
    publicUrl: settings.PUBLIC_URL ?? getDefaultUrl(settings.HOST, settings.PORT),
    isPublicUrlGiven: settings.PUBLIC_URL !== undefined,
    /** Only this machine can connect. */
    isLoopback,
    /** Mailbox, sandbox console, printed passwords and waived two-step verification, for requests of this machine. */
    hasDevelopmentFeatures,
    dataDir: resolve(settings.DATA_DIR),
    database: toDatabase(settings),
    isSmall: settings.MEMORY === 'small',
    connections: toConnections(settings),
    mail: toMail(settings, mode, hasDevelopmentFeatures),
    ...toAddresses(settings),
    mailsPerDomain: settings.MAILS_PER_DOMAIN,
    identity: toIdentity(settings),
    content: toContent(settings),
    images: toImages(settings),
    payments: toPayments(settings),
    plans: { firebase: settings.FIREBASE_PLAN, sanity: settings.SANITY_PLAN },
    feeBearer: settings.PAYSTACK_FEE_BEARER,
    /** Newest first. None: generated once and stored in DATA_DIR. */
    secrets: settings.AJO_SECRET ?? [],
    receiptKeys: settings.RECEIPT_KEY ?? [],
    ...toLogConfig(settings, settings.DATA_DIR),
    ...toControllerConfig(settings),
    /** The companies that receive personal data. */
    recipients: toRecipients(settings),
    seed: (settings.SEED ?? (usesNoOtherService(settings) ? 'on' : 'off')) === 'on',
    trustedProxies: settings.TRUSTED_PROXIES,
    twoReviewersAbove: kobo(settings.TWO_REVIEWERS_ABOVE * 100),
    /** What the first payout of a campaign waits for, beside the confirmation of its payee. */
    firstPayout: {
      waitDays: settings.PAYOUT_HOLD_DAYS,
      needsReviewer: settings.PAYOUT_RELEASE === 'reviewer',
    },
    refunds: {
      refundsPerMinute: settings.REFUNDS_PER_MINUTE,
      /** After this time without the refund in the provider's lists, a call whose response was lost had no effect. */
      refundDoubtSeconds: settings.REFUND_DOUBT_SECONDS,
      donorRefundsPerDay: settings.DONOR_REFUNDS_PER_DAY,
      donorRefundNairaPerDay: settings.DONOR_REFUND_SUM_PER_DAY,
      donorRefundDelayAboveNaira: settings.DONOR_REFUND_DELAY_ABOVE,
      ownerRefundsPerDay: settings.OWNER_REFUNDS_PER_DAY,
      ownerRefundPasswordAbove: kobo(settings.OWNER_REFUND_PASSWORD_ABOVE * 100),
      ownerRefundDelayAbove: kobo(settings.OWNER_REFUND_DELAY_ABOVE * 100),
      ownerRefundSumPerDay: kobo(settings.OWNER_REFUND_SUM_PER_DAY * 100),
      secondPersonAbove: kobo(settings.SECOND_PERSON_ABOVE * 100),
    },
    /** What Ajo may lose by returns after payouts. Refunds beyond that wait. */
    exposureCaps: {
      perCampaign: kobo(settings.EXPOSURE_PER_CAMPAIGN * 100),
      perOwner: kobo(settings.EXPOSURE_PER_OWNER * 100),
      inTotal: kobo(settings.EXPOSURE_IN_TOTAL * 100),
    },
    hasOfflineCopies: settings.OFFLINE_COPIES === 'on',
    cdn: toCdn(settings),
    exchangeRates: settings.EXCHANGE_RATES,
    hasRateLimits: settings.RATE_LIMITS === 'on',
    backup: {
      storage: toBackupStorage(settings),
      passphrase: settings.BACKUP_PASSPHRASE,
      keepDays: settings.BACKUP_KEEP_DAYS,
    },
    ...toMonitoringConfig(settings),
    /** At a stop: how long idle connections stay open, so that clients and load balancers can close them. */
    drainMs: (settings.DRAIN_SECONDS ?? (mode === 'development' ? 0 : 5)) * 1_000,
    logLevel: settings.LOG_LEVEL,
  }
}

/** `keys`: none is generated once and stored in DATA_DIR. */
function toLogConfig(settings: Settings, dataDir: string) {
  return {
    logKeys: settings.LOG_KEY ?? [],
    ...(settings.LOG_ORIGIN !== undefined && { logOrigin: settings.LOG_ORIGIN }),
    logArchive: resolve(settings.LOG_ARCHIVE ?? join(dataDir, 'log')),
    logMail: settings.LOG_MAIL,
  }
}

function toMonitoringConfig(settings: Settings) {
  const { ALARM_WEBHOOK: webhook, ALARM_WEBHOOK_SECRET: webhookSecret } = settings
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: ratio } = settings
  return {
    metricsToken: settings.METRICS_TOKEN,
    alarmWebhook:
      webhook !== undefined && webhookSecret !== undefined
        ? { url: webhook, secret: webhookSecret }
        : undefined,
    tracing: endpoint === undefined ? undefined : { endpoint, headers, ratio },
  }
}

function toCdn({ PURGE_URL: url, PURGE_FORMAT: format, PURGE_TOKEN: token }: Settings) {
  return url !== undefined && token !== undefined ? { url, format, token } : undefined
}

function toBackupStorage(settings: Settings) {
  const { BACKUP_TO: to, BACKUP_S3_REGION: region } = settings
  if (to === undefined) return undefined
  const [, bucket, path = ''] = bucketPattern.exec(to) ?? []
  if (bucket === undefined) return { kind: 'folder' as const, path: resolve(to) }
  const { BACKUP_S3_ACCESS_KEY: accessKey = '', BACKUP_S3_SECRET_KEY: secretKey = '' } = settings
  const { BACKUP_S3_ENDPOINT: endpoint = '' } = settings
  // In front of every name.
  const prefix = path === '' ? '' : `${path.slice(1)}/`
  return { kind: 's3' as const, endpoint, region, bucket, accessKey, secretKey, prefix }
}

/** Shown where no real money moves and no address is set (specification §1). */
const sampleAddress = `${brand}; 21 Broad Street, Lagos Island; Lagos, Nigeria`

function toControllerConfig(settings: Settings) {
  const addressLines = (settings.CONTROLLER_ADDRESS ?? sampleAddress)
    .split(';')
    .map((part) => part.trim())
  return {
    controller: {
      name: settings.CONTROLLER_NAME ?? null,
      address: addressLines.filter((part) => part !== ''),
      dpoEmail: settings.DPO_EMAIL ?? null,
      registration: settings.NDPC_REGISTRATION ?? null,
    } satisfies Controller,
    /** When people answer mails to SUPPORT_EMAIL. */
    supportHours: settings.SUPPORT_HOURS ?? null,
    headline: { title: settings.BRAND_TITLE, text: settings.BRAND_TEXT },
  }
}

function toAddresses(settings: Settings) {
  const { SUPPORT_EMAIL: supportEmail = 'support@ajo.example' } = settings
  return {
    mailFrom: settings.MAIL_FROM ?? `${brand} <no-reply@ajo.example>`,
    supportEmail,
    adminEmail: settings.ADMIN_EMAIL ?? supportEmail,
  }
}

/** `directUrls` avoid a pooler. They are the owner's, for migrations, jobs and notifications. */
function toDatabase({
  DATABASE_URL: urls,
  DIRECT_DATABASE_URL,
  READ_DATABASE_URL: standbyUrls,
}: Settings):
  | { kind: 'embedded' }
  | { kind: 'url'; urls: string[]; directUrls: string[]; standbyUrls?: string[] } {
  if (!urls) return { kind: 'embedded' }
  return {
    kind: 'url',
    urls,
    directUrls: DIRECT_DATABASE_URL ?? urls,
    ...(standbyUrls && { standbyUrls }),
  }
}

function toConnections(settings: Settings): PoolSizes {
  const [most, fewer] = settings.MEMORY === 'small' ? [4, 3] : [10, 6]
  return {
    people: settings.DATABASE_CONNECTIONS_PEOPLE ?? most,
    money: settings.DATABASE_CONNECTIONS_MONEY ?? fewer,
    jobs: settings.DATABASE_CONNECTIONS_JOBS ?? fewer,
  }
}

function getDefaultUrl(host: string, port: number): string {
  return toUrl(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port)
}

function toUrl(name: string, port: number): string {
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function isPublicUrlLoopback({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL === undefined || isLoopbackHost(new URL(PUBLIC_URL).hostname)
}

/** `nowhere`: mails wait in the outbox. `dropped`: they are given up at once. */
function toMail(
  { SMTP_URL }: Settings,
  mode: Mode,
  hasDevelopmentFeatures: boolean,
): { kind: 'smtp'; url: string } | { kind: 'mailbox' } | { kind: 'nowhere' } | { kind: 'dropped' } {
  if (SMTP_URL) return { kind: 'smtp', url: SMTP_URL }
  if (modeTable[mode].withoutMailServer === 'dropped') return { kind: 'dropped' }
  return { kind: hasDevelopmentFeatures ? 'mailbox' : 'nowhere' }
}

function usesNoOtherService({ PAYSTACK_SECRET_KEY, IDENTITY, CONTENT }: Settings): boolean {
  return PAYSTACK_SECRET_KEY === undefined && IDENTITY === 'embedded' && CONTENT === 'embedded'
}

function toIdentity(settings: Settings) {
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded' as const }
  const { FIREBASE_API_KEY: apiKey = '', FIREBASE_PROJECT: projectId = '' } = settings
  const serviceAccount = settings.FIREBASE_SERVICE_ACCOUNT ?? { clientEmail: '', privateKey: '' }
  const hosts = getOtherHosts(settings, {
    identityToolkitUrl: 'IDENTITY_TOOLKIT_URL',
    secureTokenUrl: 'SECURE_TOKEN_URL',
    tokenUrl: 'GOOGLE_TOKEN_URL',
  })
  return { kind: 'firebase' as const, apiKey, projectId, serviceAccount, hosts }
}

function toContent(settings: Settings) {
  if (settings.CONTENT === 'embedded') return { kind: 'embedded' as const }
  const { SANITY_PROJECT: projectId = '', SANITY_TOKEN: token = '' } = settings
  const { SANITY_WEBHOOK_SECRET: webhookSecret } = settings
  const hosts = getOtherHosts(settings, { apiHost: 'SANITY_URL', cdnHost: 'SANITY_CDN_URL' })
  return {
    kind: 'sanity' as const,
    projectId,
    token,
    // The token of a rehearsal must not reach Sanity's own CDN.
    ...(hosts.apiHost !== undefined && { cdnHost: hosts.apiHost }),
    ...hosts,
    // With it, Sanity reports what editors change, and public lists are read through its CDN.
    ...(webhookSecret !== undefined && { webhookSecret }),
  }
}

function toImages(settings: Settings) {
  if (settings.IMAGES === 'disk') return { kind: 'disk' as const }
  const { S3_ENDPOINT: endpoint = '', S3_REGION: region, S3_BUCKET: bucket = '' } = settings
  const { S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = settings
  return { kind: 's3' as const, endpoint, region, bucket, accessKey, secretKey }
}

function toPayments(settings: Settings) {
  const { PAYSTACK_SECRET_KEY: secretKey } = settings
  if (!secretKey) return { kind: 'sandbox' as const }
  const mode: PaymentMode = toPaymentKind(secretKey) === 'live key' ? 'live' : 'test'
  const hosts = getOtherHosts(settings, {
    baseUrl: 'PAYSTACK_URL',
    checkoutOrigin: 'PAYSTACK_CHECKOUT_URL',
  })
  return { kind: 'paystack' as const, mode, secretKey, ...hosts }
}

const unnamed = { name: null, country: null }
const abroad = 'the United States'

/** The companies that receive personal data with these settings. The privacy policy and the record of processing list them. */
function toRecipients(settings: Settings): Recipient[] {
  const {
    HOSTING_PROVIDER = unnamed,
    MAIL_PROVIDER = unnamed,
    IMAGES_PROVIDER = unnamed,
  } = settings
  const isHosted = settings.CONTENT === 'sanity'
  const rows: [isUsed: boolean, recipient: Recipient][] = [
    [
      settings.PAYSTACK_SECRET_KEY !== undefined,
      { role: 'payments', name: 'Paystack Payments Limited', country: 'Nigeria' },
    ],
    [
      settings.IDENTITY === 'firebase',
      { role: 'accounts', name: 'Google (Identity Toolkit)', country: abroad },
    ],
    [isHosted, { role: 'content', name: 'Sanity', country: `Norway and ${abroad}` }],
    [!isHosted && settings.IMAGES === 's3', { role: 'images', ...IMAGES_PROVIDER }],
    [settings.SMTP_URL !== undefined, { role: 'mail', ...MAIL_PROVIDER }],
    [true, { role: 'hosting', ...HOSTING_PROVIDER }],
  ]
  return rows.flatMap(([isUsed, recipient]) => (isUsed ? [recipient] : []))
}

/** The message of an error, where the condition holds. */
type Check = [isWrong: boolean, message: string]

/** Errors in settings that are valid alone and wrong together. */
function checkCombinations(settings: Settings): string[] {
  return [
    ...checkMode(settings),
    ...checkDatabase(settings),
    ...checkStores(settings),
    ...checkProviders(settings),
    ...checkProviderHosts(getMode(settings), settings),
    ...checkBackups(settings),
    [
      (settings.ALARM_WEBHOOK === undefined) !== (settings.ALARM_WEBHOOK_SECRET === undefined),
      'ALARM_WEBHOOK and ALARM_WEBHOOK_SECRET need each other.',
    ] satisfies Check,
    [
      (settings.PURGE_URL === undefined) !== (settings.PURGE_TOKEN === undefined),
      'PURGE_URL and PURGE_TOKEN need each other.',
    ] satisfies Check,
    [
      (settings.BRAND === undefined) !== (settings.BRAND_LOGO === undefined),
      'BRAND and BRAND_LOGO need each other.',
    ] satisfies Check,
  ]
    .filter(([isWrong]) => isWrong)
    .map(([, message]) => message)
}

function checkDatabase(settings: Settings): Check[] {
  const { DATABASE_URL, DIRECT_DATABASE_URL, READ_DATABASE_URL } = settings
  return [
    [
      READ_DATABASE_URL !== undefined && DATABASE_URL === undefined,
      'READ_DATABASE_URL needs DATABASE_URL, whose standbys it names.',
    ],
    [
      DIRECT_DATABASE_URL !== undefined && DATABASE_URL === undefined,
      'DIRECT_DATABASE_URL needs DATABASE_URL, which leads to the same database through a pooler.',
    ],
  ]
}

function checkStores(settings: Settings): Check[] {
  const isHosted = settings.CONTENT === 'sanity'
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  return [
    [
      isHosted && !(settings.SANITY_PROJECT && settings.SANITY_TOKEN),
      'CONTENT=sanity needs SANITY_PROJECT and SANITY_TOKEN.',
    ],
    [
      isHosted && settings.SEED === 'on',
      'SEED=on does not work with CONTENT=sanity: sample campaigns need the embedded store.',
    ],
    [
      !isHosted && settings.SANITY_WEBHOOK_SECRET !== undefined,
      'SANITY_WEBHOOK_SECRET needs CONTENT=sanity.',
    ],
    [
      getMode(settings) === 'live' && settings.IMAGES === 's3' && !settings.IMAGES_PROVIDER,
      'IMAGES=s3 needs IMAGES_PROVIDER in live mode, the company that stores the images, with its country.',
    ],
    [
      settings.IMAGES === 's3' && !(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY),
      'IMAGES=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.',
    ],
  ]
}

function checkProviders(settings: Settings): Check[] {
  const isFirebase = settings.IDENTITY === 'firebase'
  const { FIREBASE_API_KEY, FIREBASE_PROJECT, FIREBASE_SERVICE_ACCOUNT } = settings
  return [
    [
      settings.PAYSTACK_SECRET_KEY !== undefined && settings.SEED === 'on',
      'SEED=on does not work with PAYSTACK_SECRET_KEY: sample donations need the sandbox.',
    ],
    [
      isFirebase && !(FIREBASE_API_KEY && FIREBASE_PROJECT && FIREBASE_SERVICE_ACCOUNT),
      'IDENTITY=firebase needs FIREBASE_API_KEY, FIREBASE_PROJECT and FIREBASE_SERVICE_ACCOUNT.',
    ],
    [
      isFirebase && settings.SEED === 'on',
      'SEED=on does not work with IDENTITY=firebase: sample people need embedded accounts.',
    ],
    [
      settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined,
      'SMTP_URL needs MAIL_FROM, the sender of all mails.',
    ],
  ]
}

function checkBackups(settings: Settings): Check[] {
  const { BACKUP_TO: to, BACKUP_PASSPHRASE } = settings
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY } = settings
  return [
    [
      to !== undefined && BACKUP_PASSPHRASE === undefined,
      'BACKUP_TO needs BACKUP_PASSPHRASE, which seals the backups.',
    ],
    [
      to?.startsWith('s3:') === true &&
        !(BACKUP_S3_ENDPOINT && BACKUP_S3_ACCESS_KEY && BACKUP_S3_SECRET_KEY),
      'BACKUP_TO with a bucket needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.',
    ],
  ]
}

/** The mode that is set, or the one that the Paystack key implies. */
function getMode({ AJO_MODE, PAYSTACK_SECRET_KEY }: Settings): Mode {
  if (AJO_MODE) return AJO_MODE
  return toPaymentKind(PAYSTACK_SECRET_KEY) === 'live key' ? 'live' : 'development'
}

/** Settings that contradict the mode, or that it requires and that are missing. */
function checkMode(settings: Settings): Check[] {
  const mode = getMode(settings)
  const rules = modeTable[mode]
  const kind = toPaymentKind(settings.PAYSTACK_SECRET_KEY)
  const isMissing = (name: keyof Settings) => settings[name] === undefined
  return [
    [!rules.payments.includes(kind), paymentMessage(mode, kind)],
    ...rules.required.map((name): Check => [
      isMissing(name),
      `AJO_MODE=${mode} needs ${name}, ${requiredSettings[name]}.`,
    ]),
    ...(rules.publicServices === 'required' ? checkPublicServices(mode, settings) : []),
    [
      rules.rateLimitsOff === 'refused' && settings.RATE_LIMITS === 'off',
      `AJO_MODE=${mode} does not work with RATE_LIMITS=off.`,
    ],
  ]
}

function checkPublicServices(mode: Mode, { PUBLIC_URL, ...settings }: Settings): Check[] {
  const { DATABASE_URL } = settings
  return [
    [
      PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https:'),
      `AJO_MODE=${mode} needs a PUBLIC_URL that begins with https://.`,
    ],
    [
      DATABASE_URL === undefined && settings.LIVE_ON_EMBEDDED_DATABASE === 'off',
      `AJO_MODE=${mode} needs a DATABASE_URL. Set LIVE_ON_EMBEDDED_DATABASE=on to use the embedded database.`,
    ],
    [
      DATABASE_URL?.some(hasDefaultPassword) === true,
      `AJO_MODE=${mode} needs a DATABASE_URL without a default password.`,
    ],
  ]
}

function paymentMessage(mode: Mode, kind: ReturnType<typeof toPaymentKind>): string {
  if (kind === 'live key')
    return `AJO_MODE=${mode} does not work with a live PAYSTACK_SECRET_KEY. Set AJO_MODE=live, or use a test key.`
  if (mode === 'demo')
    return 'AJO_MODE=demo uses the payment sandbox. Remove PAYSTACK_SECRET_KEY, or set AJO_MODE=staging.'
  const prefix = mode === 'live' ? 'sk_live_' : 'sk_test_'
  return `AJO_MODE=${mode} needs a PAYSTACK_SECRET_KEY that begins with ${prefix}.`
}

function hasDefaultPassword(url: string): boolean {
  return ['postgres', 'password', 'secret', 'changeme', 'ajo'].includes(new URL(url).password)
}
