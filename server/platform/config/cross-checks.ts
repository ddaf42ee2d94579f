import { modeTable, requiredSettings, toPaymentKind, type Mode } from './modes.ts'
import { checkProviderHosts } from './provider-hosts.ts'
import type { Settings } from './settings.ts'

/** The message of an error, where the condition holds. */
type Check = [isWrong: boolean, message: string]

/** Errors in settings that are valid alone and wrong together. */
export function checkCombinations(settings: Settings): string[] {
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
  ]
    .filter(([isWrong]) => isWrong)
    .map(([, message]) => message)
}

function checkDatabase({ DATABASE_URL, DIRECT_DATABASE_URL }: Settings): Check[] {
  return [
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
export function getMode({ AJO_MODE, PAYSTACK_SECRET_KEY }: Settings): Mode {
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
