/** What AJO_MODE chooses. docs/settings.md shows this table, and a test compares the two. */
export const modes = ['development', 'demo', 'staging', 'live'] as const
export type Mode = (typeof modes)[number]

type PaymentKind = 'sandbox' | 'test key' | 'live key'

type ModeRules = {
  payments: readonly PaymentKind[]
  /** Mailbox, sandbox console, printed passwords, and sample people without two-step verification. */
  developmentFeatures: 'on this machine only' | 'off'
  /** What happens to mails without SMTP_URL. */
  withoutMailServer: 'mailbox on this machine, otherwise they wait' | 'dropped' | 'refused'
  required: readonly RequiredSetting[]
  /** PUBLIC_URL must be https, and the embedded database needs LIVE_ON_EMBEDDED_DATABASE. */
  publicServices: 'required' | 'optional'
  rateLimitsOff: 'possible' | 'refused'
}

/** Settings that a mode may require, with the reason that the error gives. */
export const requiredSettings = {
  PUBLIC_URL: 'the address that visitors type',
  SMTP_URL: 'the mail server for receipts and confirmations',
  AJO_SECRET: 'the secret that every process and every backup needs',
  RECEIPT_KEY: 'the key that signs receipts',
  LOG_KEY: 'the key that signs the transparency log',
  SUPPORT_EMAIL: 'the address for help that people see',
  ADMIN_EMAIL: 'the address that receives alerts',
  CONTROLLER_NAME: 'the company or person that answers for the data',
  CONTROLLER_ADDRESS: 'the postal address of that company or person',
  DPO_EMAIL: 'the address of the data protection officer',
  NDPC_REGISTRATION: 'the registration at the Nigeria Data Protection Commission',
  HOSTING_PROVIDER: 'the company that runs the servers, with its country',
  MAIL_PROVIDER: 'the company that runs the mail server, with its country',
} as const
type RequiredSetting = keyof typeof requiredSettings

const everything = Object.keys(requiredSettings) as RequiredSetting[]

/** Settings that the policies name (Nigeria Data Protection Act 2023). Staging handles no real data. */
const liveOnly: readonly RequiredSetting[] = [
  'CONTROLLER_NAME',
  'CONTROLLER_ADDRESS',
  'DPO_EMAIL',
  'NDPC_REGISTRATION',
  'HOSTING_PROVIDER',
  'MAIL_PROVIDER',
]

const publicRules = {
  developmentFeatures: 'off',
  withoutMailServer: 'refused',
  required: everything,
  publicServices: 'required',
  rateLimitsOff: 'refused',
} as const

export const modeTable: Record<Mode, ModeRules> = {
  development: {
    payments: ['sandbox', 'test key'],
    developmentFeatures: 'on this machine only',
    withoutMailServer: 'mailbox on this machine, otherwise they wait',
    required: [],
    publicServices: 'optional',
    rateLimitsOff: 'possible',
  },
  demo: {
    ...publicRules,
    payments: ['sandbox'],
    withoutMailServer: 'dropped',
    required: ['PUBLIC_URL'],
    publicServices: 'optional',
  },
  staging: {
    ...publicRules,
    payments: ['test key'],
    required: everything.filter((name) => !liveOnly.includes(name)),
  },
  live: { ...publicRules, payments: ['live key'] },
}

const loopbackHost = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|localhost)$/

/** True for an address or name that leads to this machine only. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host)
}

export function toPaymentKind(secretKey: string | undefined): PaymentKind {
  if (secretKey === undefined) return 'sandbox'
  return isLiveKey(secretKey) ? 'live key' : 'test key'
}

/** True for a Paystack secret key that moves real money. */
export const isLiveKey = (secretKey: string) => secretKey.startsWith('sk_live_')
