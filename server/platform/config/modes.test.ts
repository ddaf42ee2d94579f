import { describe, expect, it } from 'vitest'

import { errorsIn, publicSettings } from '#test/support/servers/settings.ts'

import { readConfig } from './config.ts'
import { modes, modeTable } from './modes.ts'
import { startMessage } from './start-messages.ts'

const live = { ...publicSettings, AJO_MODE: 'live', PAYSTACK_SECRET_KEY: 'sk_live_1' }
const staging = { ...publicSettings, AJO_MODE: 'staging', PAYSTACK_SECRET_KEY: 'sk_test_1' }
const demo = { AJO_MODE: 'demo', PUBLIC_URL: 'https://demo.ajo.example' }
const logins = [{ email: 'admin@ajo.example', password: 'kite-mango', role: 'admin' }]

describe('AJO_MODE', () => {
  it('is development by default, and live with a live key', () => {
    const { AJO_MODE: _, ...withKey } = live

    expect(readConfig({}).mode).toBe('development')
    expect(readConfig({ PAYSTACK_SECRET_KEY: 'sk_test_1' }).mode).toBe('development')
    expect(readConfig(withKey).mode).toBe('live')
  })

  it.each([
    [{ AJO_MODE: 'production' }, 'AJO_MODE must be development or demo or staging or live.'],
    [{ ...live, AJO_MODE: 'demo' }, 'AJO_MODE=demo does not work with a live PAYSTACK_SECRET_KEY.'],
    [{ ...live, AJO_MODE: 'development' }, 'AJO_MODE=development does not work with a live'],
    [
      { ...live, PAYSTACK_SECRET_KEY: 'sk_test_1' },
      'a PAYSTACK_SECRET_KEY that begins with sk_live_.',
    ],
    [{ ...live, PAYSTACK_SECRET_KEY: '' }, 'a PAYSTACK_SECRET_KEY that begins with sk_live_.'],
    [{ ...staging, PAYSTACK_SECRET_KEY: '' }, 'a PAYSTACK_SECRET_KEY that begins with sk_test_.'],
    [{ ...demo, PAYSTACK_SECRET_KEY: 'sk_test_1' }, 'AJO_MODE=demo uses the payment sandbox.'],
    [
      { ...demo, PUBLIC_URL: '' },
      'AJO_MODE=demo needs PUBLIC_URL, the address that visitors type.',
    ],
    [{ ...demo, RATE_LIMITS: 'off' }, 'AJO_MODE=demo does not work with RATE_LIMITS=off.'],
    [{ ...live, PUBLIC_URL: 'http://ajo.example' }, 'a PUBLIC_URL that begins with https://.'],
    [{ ...live, DATABASE_URL: '' }, 'AJO_MODE=live needs a DATABASE_URL.'],
    [{ ...live, DATABASE_URL: 'postgres://a:postgres@db/a' }, 'without a default password.'],
  ])('refuses the contradiction %# with one sentence', (env, sentence) => {
    const errors = errorsIn(env)

    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(sentence)
  })

  it.each(['live', 'staging'] as const)(
    '%s names every required setting that is missing',
    (mode) => {
      for (const name of modeTable[mode].required)
        expect(errorsIn({ ...(mode === 'live' ? live : staging), [name]: '' })).toEqual([
          expect.stringContaining(`AJO_MODE=${mode} needs ${name}, `),
        ])
      expect(errorsIn(mode === 'live' ? live : staging)).toEqual([])
    },
  )

  it('names every missing setting of live mode at once', () => {
    expect(errorsIn({ PAYSTACK_SECRET_KEY: 'sk_live_1' })).toHaveLength(14)
  })

  it('allows live mode on the embedded database when a setting says so', () => {
    const embedded = { ...live, DATABASE_URL: '', LIVE_ON_EMBEDDED_DATABASE: 'on' }

    expect(readConfig(embedded).payments).toMatchObject({ mode: 'live' })
  })

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PAYSTACK_SECRET_KEY: 'sk_test_1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.7' }, false],
    [{ PUBLIC_URL: 'https://give.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.give.example' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1.give.example' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, false],
    [demo, false],
    [{ ...demo, PUBLIC_URL: 'http://localhost:3000' }, false],
    [staging, false],
    [live, false],
  ])('allows development features only where all addresses are loopback: %j', (env, allowed) => {
    const config = readConfig(env)

    expect(config.hasDevelopmentFeatures).toBe(allowed)
    expect(config.mail.kind === 'mailbox').toBe(allowed)
    expect(
      /mailbox|kite-mango/i.test(startMessage(config, logins, allowed ? 'key' : undefined)),
    ).toBe(allowed)
  })

  it('drops mails of a demo without a mail server, and says so', () => {
    expect(readConfig(demo).mail).toEqual({ kind: 'dropped' })
    expect(startMessage(readConfig(demo), [], undefined)).toContain(
      'Mails are dropped. Set SMTP_URL',
    )
    const smtp = { SMTP_URL: publicSettings.SMTP_URL, MAIL_FROM: publicSettings.MAIL_FROM }
    expect(readConfig({ ...demo, ...smtp }).mail).toMatchObject({ kind: 'smtp' })
  })

  it('has rules for every mode', () => {
    expect(Object.keys(modeTable)).toEqual([...modes])
  })
})
