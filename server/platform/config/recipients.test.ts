import { expect, it } from 'vitest'

import { firebaseSettings, sanitySettings } from '#test/support/servers/settings.ts'

import { readConfig } from './config.ts'

const hosting = { HOSTING_PROVIDER: 'Hosting Ltd, Germany' }
const bucket = {
  IMAGES: 's3',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'ajo',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
  IMAGES_PROVIDER: 'Buckets Ltd, Ireland',
}
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@ajo.example' }

it.each([
  ['nothing', {}, ['hosting']],
  ['a Paystack key', { PAYSTACK_SECRET_KEY: 'sk_test_1' }, ['payments', 'hosting']],
  ['accounts at Firebase', firebaseSettings, ['accounts', 'hosting']],
  ['campaigns at Sanity', sanitySettings, ['content', 'hosting']],
  ['a bucket', bucket, ['images', 'hosting']],
  ['a mail server', mail, ['mail', 'hosting']],
])('lists the companies that %s sends data to', (_name, env, roles) => {
  const { recipients } = readConfig({ ...hosting, ...env })

  expect(recipients.map(({ role }) => role)).toEqual(roles)
  expect(recipients.at(-1)).toEqual({ role: 'hosting', name: 'Hosting Ltd', country: 'Germany' })
})

it.each([
  [{ HOSTING_PROVIDER: 'Hosting Ltd' }, 'HOSTING_PROVIDER must be a company and its country'],
  [{ MAIL_PROVIDER: 'a\n, Nigeria' }, 'MAIL_PROVIDER must be a company and its country'],
  [{ DPO_EMAIL: 'dpo' }, 'DPO_EMAIL must be an email address.'],
  [{ CONTROLLER_NAME: 'A\nB' }, 'CONTROLLER_NAME must be one line'],
])('refuses %j', (env, error) => {
  expect(() => readConfig(env)).toThrow(error)
})
