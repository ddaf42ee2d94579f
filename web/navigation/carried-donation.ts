import { browserNames, cookieSeconds } from '#shared/browser-names.ts'

import { isBrowser, readCookie, writeCookies } from '../api/cookies.ts'
import {
  readSessionStorage,
  removeFromSessionStorage,
  writeSessionStorage,
} from '../api/session-storage.ts'

/** What a donor typed, so that it is there after the payment page, and on every donate page of the campaign. */
export type CarriedDonation = {
  campaign: string
  values: Record<string, string>
  /** Opens the donation, once its payment was started. */
  accessCode?: string | undefined
  /** The account that was logged in. Nobody else is shown what was typed. */
  account: string | null
  carriedAt: number
}

const name = browserNames.donation

/** Keeps it in this tab. For a form that was sent without script the server keeps it in a cookie that scripts cannot read. */
export function keepDonation(
  donation: Pick<CarriedDonation, 'campaign' | 'values' | 'accessCode'>,
  request?: Request,
): Headers {
  const account = readCookie(browserNames.uid, request) ?? null
  const carried: CarriedDonation = { ...donation, account, carriedAt: Date.now() }
  if (isBrowser) {
    writeSessionStorage(browserNames.tabDonation, carried)
    return new Headers()
  }
  // Base64url, because percent-encoding makes a long message larger than a cookie may be.
  const bytes = new TextEncoder().encode(JSON.stringify(carried))
  const value = btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return writeCookies([{ name, value, seconds: cookieSeconds.donation, isHttpOnly: true }])
}

export function readDonation(request?: Request): CarriedDonation | undefined {
  const carried = toCarried(
    isBrowser ? readSessionStorage(browserNames.tabDonation) : parse(request),
  )
  const isOld = carried && Date.now() - carried.carriedAt > cookieSeconds.donation * 1_000
  return isOld ? undefined : carried
}

/** Forgets the form, once its donation was paid or another person uses the browser. */
export function forgetCarriedDonation(): Headers {
  if (isBrowser) removeFromSessionStorage(browserNames.tabDonation)
  return isBrowser
    ? new Headers()
    : writeCookies([{ name, value: '', seconds: 0, isHttpOnly: true }])
}

export function forgetPaidDonation(accessCode: string, request?: Request): Headers {
  const isThis = readDonation(request)?.accessCode === accessCode
  return isThis ? forgetCarriedDonation() : new Headers()
}

function parse(request: Request | undefined): unknown {
  try {
    const text = readCookie(name, request) ?? ''
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (byte) => byte.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function toCarried(stored: unknown): CarriedDonation | undefined {
  const { campaign, values, accessCode, account, carriedAt } = Object(stored) as Record<
    string,
    unknown
  >
  if (typeof campaign !== 'string' || typeof carriedAt !== 'number') return undefined
  const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string')
  return {
    campaign,
    values: Object.fromEntries(texts) as Record<string, string>,
    accessCode: typeof accessCode === 'string' ? accessCode : undefined,
    account: typeof account === 'string' ? account : null,
    carriedAt,
  }
}
