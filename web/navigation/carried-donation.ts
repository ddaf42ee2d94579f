import { cookieSeconds } from '#shared/browser-names.ts'

import type { PlainCookie } from '../api/cookies.ts'
import { carriedValue } from './carried-values.ts'

/** What a donor typed, so that it is there after a login, after the payment page, and on every donate page of the campaign. */
export type CarriedDonation = {
  /** The campaign's id. */
  campaign: string
  values: Record<string, string>
  /** Opens the donation, once its payment was started. */
  accessCode?: string
}

/** Base64url of UTF-8, because percent-encoding makes a long message larger than a cookie may be. */
export const carriedDonation = carriedValue<CarriedDonation>(
  'donation',
  {
    format: (donation) =>
      btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(donation))))
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    parse,
  },
  cookieSeconds.donation,
)

function parse(text: string): CarriedDonation | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const json = new TextDecoder().decode(
      Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0),
    )
    const { campaign, values, accessCode } = JSON.parse(json) as Record<string, unknown>
    if (typeof campaign !== 'string') return undefined
    const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string')
    return {
      campaign,
      values: Object.fromEntries(texts) as Record<string, string>,
      ...(typeof accessCode === 'string' && { accessCode }),
    }
  } catch {
    return undefined
  }
}

/** Cookies that forget the form of a donation that was paid. */
export function forgetPaidDonation(accessCode: string, request?: Request): PlainCookie[] {
  return carriedDonation.read(request)?.accessCode === accessCode ? [carriedDonation.forget] : []
}
