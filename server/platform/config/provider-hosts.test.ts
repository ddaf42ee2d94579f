import { describe, expect, it } from 'vitest'

import {
  errorsIn,
  firebaseSettings,
  publicSettings,
  sanitySettings,
} from '#test/support/servers/settings.ts'

import { readConfig } from './config.ts'
import { realHosts } from './provider-hosts.ts'

const hosted = { ...firebaseSettings, ...sanitySettings }
const live = {
  ...hosted,
  AJO_MODE: 'live',
  PAYSTACK_SECRET_KEY: 'sk_live_1',
  ...publicSettings,
}
const others = Object.fromEntries(
  Object.keys(realHosts).map((name) => [name, `http://127.0.0.1:9099/${name.toLowerCase()}/`]),
)
const real = Object.fromEntries(
  Object.entries(realHosts).map(([name, url]) => [
    name,
    url.replace('<SANITY_PROJECT>', 'abc12345'),
  ]),
)

describe('the hosts of the services', () => {
  it('lead to emulators and fakes in a rehearsal', () => {
    const config = readConfig({ ...hosted, ...others, PAYSTACK_SECRET_KEY: 'sk_test_1' })

    expect(config.identity).toMatchObject({
      hosts: {
        identityToolkitUrl: 'http://127.0.0.1:9099/identity_toolkit_url',
        secureTokenUrl: 'http://127.0.0.1:9099/secure_token_url',
        tokenUrl: 'http://127.0.0.1:9099/google_token_url',
      },
    })
    expect(config.content).toMatchObject({
      apiHost: 'http://127.0.0.1:9099/sanity_url',
      cdnHost: 'http://127.0.0.1:9099/sanity_cdn_url',
    })
    expect(config.payments).toMatchObject({
      baseUrl: 'http://127.0.0.1:9099/paystack_url',
      checkoutOrigin: 'http://127.0.0.1:9099/paystack_checkout_url',
    })
  })

  it('never lead to the CDN of Sanity when the API is elsewhere', () => {
    const { content } = readConfig({ ...hosted, SANITY_URL: 'http://127.0.0.1:9099' })
    expect(content).toMatchObject({ cdnHost: 'http://127.0.0.1:9099' })
    expect(readConfig(hosted).content).not.toHaveProperty('cdnHost')
  })

  it.each(Object.keys(realHosts))('cannot be changed by %s in live mode', (name) => {
    expect(errorsIn({ ...live, [name]: others[name] ?? '' })).toEqual([
      expect.stringContaining(`Remove ${name}: with AJO_MODE=live or a live key, only https://`),
    ])
    expect(errorsIn({ ...live, [name]: `https://ajo.example/${name}` })).toHaveLength(1)
  })

  it('never send a live key elsewhere, even if the mode is set to another one', () => {
    for (const mode of ['development', 'demo', 'staging', 'live', ''])
      expect(
        errorsIn({ ...live, AJO_MODE: mode, PAYSTACK_URL: 'https://api.paystack.co.example' }),
      ).toContainEqual(expect.stringContaining('Remove PAYSTACK_URL'))
  })

  it('may be the real ones in live mode, which changes nothing', () => {
    expect(readConfig({ ...live, ...real })).toEqual(readConfig(live))
  })
})
