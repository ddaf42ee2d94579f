import * as z from 'zod/mini'

import { isLiveKey, isLoopbackHost, type Mode } from './modes.ts'
import { parsed } from './setting-kinds.ts'

/** The services' own addresses, and what an emulator or a proxy can take the place of. */
export const realHosts = {
  IDENTITY_TOOLKIT_URL: 'https://identitytoolkit.googleapis.com',
  SECURE_TOKEN_URL: 'https://securetoken.googleapis.com',
  GOOGLE_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  SANITY_URL: 'https://<SANITY_PROJECT>.api.sanity.io',
  SANITY_CDN_URL: 'https://<SANITY_PROJECT>.apicdn.sanity.io',
  PAYSTACK_URL: 'https://api.paystack.co',
  PAYSTACK_CHECKOUT_URL: 'https://checkout.paystack.com',
} as const
type HostSetting = keyof typeof realHosts
const hostSettings = Object.keys(realHosts) as HostSetting[]

/** Requests carry keys, so only this machine may receive them without encryption. */
const host = (name: HostSetting) =>
  z.optional(
    parsed(
      name,
      (value) => (isHostUrl(value) ? value.replace(/(?<!\/)\/+$/, '') : undefined),
      'begin with https://, or with http:// for this machine, and have no user, query or fragment',
    ),
  )

/** Addresses of the hosted services. Only rehearsals change them. */
export const providerHostSettings = {
  IDENTITY_TOOLKIT_URL: host('IDENTITY_TOOLKIT_URL'),
  SECURE_TOKEN_URL: host('SECURE_TOKEN_URL'),
  GOOGLE_TOKEN_URL: host('GOOGLE_TOKEN_URL'),
  SANITY_URL: host('SANITY_URL'),
  SANITY_CDN_URL: host('SANITY_CDN_URL'),
  PAYSTACK_URL: host('PAYSTACK_URL'),
  PAYSTACK_CHECKOUT_URL: host('PAYSTACK_CHECKOUT_URL'),
}

const schema = z.object(providerHostSettings)
type HostSettings = z.output<typeof schema>
type Settings = HostSettings & {
  SANITY_PROJECT?: string | undefined
  PAYSTACK_SECRET_KEY?: string | undefined
}
type Check = [isWrong: boolean, message: string]

/** A live key or real people's data must not reach another address by a wrong setting. */
export function checkProviderHosts(mode: Mode, settings: Settings): Check[] {
  const { PAYSTACK_SECRET_KEY: key = '' } = settings
  const isReal = mode === 'live' || isLiveKey(key)
  return hostSettings.map((name) => [
    isReal && getOtherHost(settings, name) !== undefined,
    `Remove ${name}: with AJO_MODE=live or a live key, only ${realHosts[name]} is possible.`,
  ])
}

/** The address that takes the place of the service's own. */
function getOtherHost(settings: Settings, name: HostSetting): string | undefined {
  const given = settings[name]
  const real = realHosts[name].replace('<SANITY_PROJECT>', settings.SANITY_PROJECT ?? '')
  return given === real ? undefined : given
}

/** Those of the addresses that the settings change, by the names of the adapter's options. */
export function getOtherHosts<Name extends string>(
  settings: Settings,
  names: Record<Name, HostSetting>,
): Partial<Record<Name, string>> {
  const hosts: Partial<Record<Name, string>> = {}
  for (const name in names) {
    const other = getOtherHost(settings, names[name])
    if (other !== undefined) hosts[name] = other
  }
  return hosts
}

function isHostUrl(value: string): boolean {
  const url = URL.parse(value)
  if (!url || url.username + url.password + url.search + url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
