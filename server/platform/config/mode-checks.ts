import { modeTable, requiredSettings, toPaymentKind, type Mode } from './modes.ts'
import type { Settings } from './settings.ts'

type Check = [isWrong: boolean, message: string]

/** The mode that is set, or the one that the Paystack key implies. */
export function getMode({ AJO_MODE, PAYSTACK_SECRET_KEY }: Settings): Mode {
  if (AJO_MODE) return AJO_MODE
  return toPaymentKind(PAYSTACK_SECRET_KEY) === 'live key' ? 'live' : 'development'
}

/** Settings that contradict the mode, or that it requires and that are missing. */
export function checkMode(settings: Settings): Check[] {
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
