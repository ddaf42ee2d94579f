import { describe, expect, it } from 'vitest'

import { errorsIn, sanitySettings } from '#test/support/servers/settings.ts'

import { getLocalUrl, readConfig, withPort } from './config.ts'

describe('readConfig', () => {
  it('runs on loopback without any setting', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      isLoopback: true,
      mode: 'development',
      database: { kind: 'embedded' },
      mail: { kind: 'mailbox' },
      payments: { kind: 'sandbox' },
      seed: true,
    })
  })

  it('treats an empty setting as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
    ['HOST', 'not a host', 'HOST must be an address of this machine'],
    ['PUBLIC_URL', 'ajo.example', 'PUBLIC_URL must look like https://ajo.example'],
    ['PUBLIC_URL', 'https://ajo.example/shop', 'PUBLIC_URL must look like https://ajo.example'],
    ['DATABASE_URL', 'mysql://localhost', 'DATABASE_URL must look like postgres://'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL must look like smtps://'],
    ['MAIL_FROM', 'a@example.org, b@example.org', 'MAIL_FROM must be one address'],
    ['IDENTITY', 'auth0', 'IDENTITY must be embedded or firebase.'],
    ['IDENTITY', 'firebase', 'IDENTITY=firebase needs FIREBASE_API_KEY, FIREBASE_PROJECT and'],
    ['FIREBASE_API_KEY', 'a b', 'FIREBASE_API_KEY must be a Firebase web API key.'],
    ['FIREBASE_PROJECT', 'Ajo!', 'FIREBASE_PROJECT must be a project id.'],
    ['FIREBASE_SERVICE_ACCOUNT', '{}', 'FIREBASE_SERVICE_ACCOUNT must be the JSON of'],
    ['CONTENT', 'wordpress', 'CONTENT must be embedded or sanity.'],
    ['SANITY_PROJECT', 'not an id', 'SANITY_PROJECT must be a project id.'],
    ['SANITY_TOKEN', 'short', 'SANITY_TOKEN must be an API token with write access.'],
    ['SANITY_WEBHOOK_SECRET', 'short', 'SANITY_WEBHOOK_SECRET must be at least 20 random'],
    ['IMAGES', 'cloud', 'IMAGES must be disk or s3.'],
    ['S3_BUCKET', 'Not A Bucket', 'S3_BUCKET must be a bucket name.'],
    ['S3_REGION', 'Nigeria!', 'S3_REGION must be a region, such as eu-west-1.'],
    [
      'PAYSTACK_SECRET_KEY',
      'pk_test_1',
      'PAYSTACK_SECRET_KEY must begin with sk_test_ or sk_live_.',
    ],
    ['AJO_SECRET', 'x'.repeat(40), 'AJO_SECRET must be at least 32 random characters.'],
    ['RECEIPT_KEY', 'c2VjcmV0', 'RECEIPT_KEY must be an Ed25519 private key (PKCS #8, base64).'],
    ['SANITY_URL', 'http://sanity.example', 'SANITY_URL must begin with https://, or with http://'],
    ['PAYSTACK_URL', 'https://a:b@paystack.example', 'PAYSTACK_URL must begin with https://'],
    ['SEED', 'yes', 'SEED must be on or off.'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be addresses or networks'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal or error'],
    ['LOG_ORIGIN', 'ajo.example log', 'LOG_ORIGIN must be a name without spaces and plus signs'],
    ['SUPPORT_EMAIL', 'nobody', 'SUPPORT_EMAIL must be an email address.'],
  ])('refuses %s=%s with one sentence', (name, value, sentence) => {
    const errors = errorsIn({
      [name]: value,
      MAIL_FROM: name === 'MAIL_FROM' ? value : 'a@b.ng',
    })

    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(sentence)
  })

  it('reports all errors at once', () => {
    expect(errorsIn({ PORT: 'x', SEED: 'y', LOG_LEVEL: 'z' })).toHaveLength(3)
  })

  it('refuses a misspelt setting with the nearest name, and no variable of another program', () => {
    expect(errorsIn({ DATABSE_URL: 'x', SMTP_URI: 'x', PAYSTACK_KEY: 'x' })).toEqual([
      'DATABSE_URL is not a setting: did you mean DATABASE_URL?',
      'SMTP_URI is not a setting: did you mean SMTP_URL?',
      'PAYSTACK_KEY is not a setting: did you mean PAYSTACK_SECRET_KEY?',
    ])
    const others = ['HOME', 'HOSTNAME', 'PGPASSWORD', 'NODE_OPTIONS', 'XDG_DATA_DIRS', 'LOGNAME']
    expect(errorsIn(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })

  it('never repeats a value, which may be a secret', () => {
    const errors = errorsIn({ PAYSTACK_SECRET_KEY: 'live_abcdef', AJO_SECRET: 'tiny-secret' })

    expect(errors.join(' ')).not.toMatch(/abcdef|tiny/)
  })

  it('names missing settings of Sanity, and creates no sample data there', () => {
    expect(readConfig(sanitySettings)).toMatchObject({
      content: { kind: 'sanity', projectId: 'abc12345' },
      images: { kind: 'disk' },
      seed: false,
    })
    expect(errorsIn({ CONTENT: 'sanity' })).toEqual([
      'CONTENT=sanity needs SANITY_PROJECT and SANITY_TOKEN.',
    ])
    expect(errorsIn({ ...sanitySettings, SEED: 'on' })).toHaveLength(1)
    const reported = { SANITY_WEBHOOK_SECRET: 'a secret of at least twenty characters' }
    expect(readConfig({ ...sanitySettings, ...reported }).content).toMatchObject({
      webhookSecret: reported.SANITY_WEBHOOK_SECRET,
    })
    expect(errorsIn(reported)).toEqual(['SANITY_WEBHOOK_SECRET needs CONTENT=sanity.'])
  })

  it('names missing settings of S3', () => {
    const s3 = { IMAGES: 's3', S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'ajo-pictures' }
    const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }

    expect(readConfig({ ...s3, ...keys }).images).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'ajo-pictures',
      accessKey: 'key',
      secretKey: 'secret',
    })
    expect(errorsIn(s3)).toEqual([
      'IMAGES=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.',
    ])
  })

  it('turns the mailbox off when other machines can connect', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      isLoopback: false,
      mail: { kind: 'nowhere' },
    })
  })

  it('creates no sample data with a Paystack key, and refuses SEED=on', () => {
    const key = { PAYSTACK_SECRET_KEY: 'sk_test_1' }

    expect(readConfig(key).seed).toBe(false)
    expect(readConfig(key).payments).toMatchObject({ mode: 'test' })
    expect(errorsIn({ ...key, SEED: 'on' })).toHaveLength(1)
  })

  it('derives the URL from the port that the system chose, unless PUBLIC_URL is set', () => {
    expect(withPort(readConfig({ PORT: '0' }), 4711).publicUrl).toBe('http://127.0.0.1:4711')
    expect(withPort(readConfig({ PUBLIC_URL: 'https://ajo.example/' }), 4711).publicUrl).toBe(
      'https://ajo.example',
    )
  })
})

describe('getLocalUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
  ])('for HOST %s is %s', (host, address) => {
    expect(getLocalUrl({ host, port: 3000 })).toBe(address)
  })
})

it('tells a cache in front only with the address and the token of its purges', () => {
  const url = 'http://127.0.0.1:6081/'
  expect(errorsIn({ PURGE_URL: url })).toEqual(['PURGE_URL and PURGE_TOKEN need each other.'])
  const token = 'token-of-the-cache-in-front'
  expect(readConfig({ PURGE_URL: url, PURGE_TOKEN: token }).cdn).toEqual({
    url,
    token,
    format: 'varnish',
  })
})
