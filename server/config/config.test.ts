import { describe, expect, it } from 'vitest'

import { getLocalUrl, ConfigError, readConfig, withPort } from './config.ts'

describe('readConfig', () => {
  it('needs nothing to run on this machine alone', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      isLoopback: true,
      database: { kind: 'embedded' },
      mail: { kind: 'mailbox' },
      payments: { kind: 'sandbox' },
      seed: true,
    })
  })

  it('takes an empty setting for one that is not there', () => {
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
    ['FIREBASE_API_KEY', 'a b', 'FIREBASE_API_KEY must be a web API key of Firebase.'],
    ['FIREBASE_PROJECT', 'Ajo!', 'FIREBASE_PROJECT must be the id of a project.'],
    ['FIREBASE_SERVICE_ACCOUNT', '{}', 'FIREBASE_SERVICE_ACCOUNT must hold the JSON of'],
    ['CONTENT', 'wordpress', 'CONTENT must be embedded or sanity.'],
    ['SANITY_PROJECT', 'not an id', 'SANITY_PROJECT must be the id of a project.'],
    ['SANITY_TOKEN', 'short', 'SANITY_TOKEN must be an API token that may write.'],
    ['IMAGES', 'cloud', 'IMAGES must be disk or s3.'],
    ['S3_BUCKET', 'Not A Bucket', 'S3_BUCKET must be the name of a bucket.'],
    ['S3_REGION', 'Nigeria!', 'S3_REGION must be a name, such as eu-west-1.'],
    [
      'PAYSTACK_SECRET_KEY',
      'pk_test_1',
      'PAYSTACK_SECRET_KEY must begin with sk_test_ or sk_live_.',
    ],
    ['AJO_SECRET', 'x'.repeat(40), 'AJO_SECRET must be at least 32 random characters.'],
    [
      'RECEIPT_KEY',
      'c2VjcmV0',
      'RECEIPT_KEY must be an Ed25519 private key, as PKCS #8 in base64.',
    ],
    ['SEED', 'yes', 'SEED must be on or off.'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be addresses or networks'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal or error'],
    ['SUPPORT_EMAIL', 'nobody', 'SUPPORT_EMAIL must be an email address.'],
  ])('answers %s=%s with one sentence', (name, value, sentence) => {
    const mistakes = mistakesOf({
      [name]: value,
      MAIL_FROM: name === 'MAIL_FROM' ? value : 'a@b.ng',
    })

    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(sentence)
  })

  it('tells all mistakes at once', () => {
    expect(mistakesOf({ PORT: 'x', SEED: 'y', LOG_LEVEL: 'z' })).toHaveLength(3)
  })

  it('never repeats the value of a setting, which may be a secret', () => {
    const mistakes = mistakesOf({ PAYSTACK_SECRET_KEY: 'live_abcdef', AJO_SECRET: 'tiny-secret' })

    expect(mistakes.join(' ')).not.toMatch(/abcdef|tiny/)
  })

  it('names what a hosted store of campaigns lacks, and fills in no sample data there', () => {
    const sanity = { CONTENT: 'sanity', SANITY_PROJECT: 'abc12345', SANITY_TOKEN: 'sk'.repeat(40) }

    expect(readConfig(sanity)).toMatchObject({
      content: { kind: 'sanity', projectId: 'abc12345' },
      images: { kind: 'assets' },
      seed: false,
    })
    expect(mistakesOf({ CONTENT: 'sanity' })).toEqual([
      'CONTENT=sanity needs SANITY_PROJECT and SANITY_TOKEN.',
    ])
    expect(mistakesOf({ ...sanity, SEED: 'on' })).toHaveLength(1)
    expect(mistakesOf({ ...sanity, IMAGES: 's3' })).toContain(
      'With CONTENT=sanity pictures are assets at Sanity: leave IMAGES out.',
    )
  })

  it('names what a bucket of pictures lacks', () => {
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
    expect(mistakesOf(s3)).toEqual([
      'IMAGES=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.',
    ])
  })

  it('turns the development mailbox off where others can reach it', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      isLoopback: false,
      mail: { kind: 'nowhere' },
    })
  })

  it('fills in no sample data next to a payment key, and refuses to be asked for it', () => {
    const key = { PAYSTACK_SECRET_KEY: 'sk_test_1' }

    expect(readConfig(key).seed).toBe(false)
    expect(readConfig(key).payments).toMatchObject({ mode: 'test' })
    expect(mistakesOf({ ...key, SEED: 'on' })).toHaveLength(1)
  })

  it('names what live payments lack', () => {
    const mistakes = mistakesOf({
      PAYSTACK_SECRET_KEY: 'sk_live_1',
      PUBLIC_URL: 'http://ajo.example',
    })

    expect(mistakes).toEqual([
      'Live payments need a PUBLIC_URL that begins with https://.',
      'Live payments need a DATABASE_URL, or LIVE_ON_EMBEDDED_DATABASE=on if the database that comes with Ajo is meant.',
      'Live payments need SMTP_URL: receipts and confirmations have to arrive.',
    ])
  })

  it('refuses live payments with a default password or without a shared secret', () => {
    const live = {
      PAYSTACK_SECRET_KEY: 'sk_live_1',
      PUBLIC_URL: 'https://ajo.example',
      SMTP_URL: 'smtps://a:b@mail.example',
      MAIL_FROM: 'ajo@ajo.example',
    }
    expect(mistakesOf({ ...live, DATABASE_URL: 'postgres://postgres:postgres@db/ajo' })).toEqual([
      expect.stringContaining('AJO_SECRET'),
      expect.stringContaining('not a default one'),
    ])
    expect(readConfig({ ...live, LIVE_ON_EMBEDDED_DATABASE: 'on' }).payments).toMatchObject({
      mode: 'live',
    })
  })

  it('guesses its address from the port that the system chose, unless it was told', () => {
    expect(withPort(readConfig({ PORT: '0' }), 4711).publicUrl).toBe('http://127.0.0.1:4711')
    expect(withPort(readConfig({ PUBLIC_URL: 'https://ajo.example/' }), 4711).publicUrl).toBe(
      'https://ajo.example',
    )
  })
})

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences
    throw error
  }
}

describe('the address under which this machine reaches its own server', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
  ])('on %s is %s', (host, address) => {
    expect(getLocalUrl({ host, port: 3000 })).toBe(address)
  })
})
