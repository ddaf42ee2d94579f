import { ConfigError, readConfig } from '#server/platform/config/config.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'

/** What a public server needs beside its mode and a key of the provider. */
export const publicSettings = {
  PUBLIC_URL: 'https://ajo.example',
  SMTP_URL: 'smtps://a:b@mail.example',
  MAIL_FROM: 'ajo@ajo.example',
  DATABASE_URL: 'postgres://ajo:kite-harmattan@db/ajo',
  AJO_SECRET: 'a secret of the tests that is long enough',
  RECEIPT_KEY: generateSigningKey(),
  LOG_KEY: generateSigningKey(),
  SUPPORT_EMAIL: 'help@ajo.example',
  ADMIN_EMAIL: 'admin@ajo.example',
  CONTROLLER_NAME: 'Ajo Ltd',
  CONTROLLER_ADDRESS: '1 Example Street, Lagos, Nigeria',
  DPO_EMAIL: 'dpo@ajo.example',
  NDPC_REGISTRATION: 'NDPC/DCP/1',
  HOSTING_PROVIDER: 'Hosting Ltd, Germany',
  MAIL_PROVIDER: 'Mails Ltd, Ireland',
}

export const firebaseSettings = {
  IDENTITY: 'firebase',
  FIREBASE_API_KEY: 'AIza0123456789',
  FIREBASE_PROJECT: 'ajo-test',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
    client_email: 'ajo@ajo-test.example',
    private_key: '-----BEGIN PRIVATE KEY-----',
  }),
}
export const sanitySettings = {
  CONTENT: 'sanity',
  SANITY_PROJECT: 'abc12345',
  SANITY_TOKEN: 'sk'.repeat(40),
}

/** The sentences with which these settings are refused. */
export function errorsIn(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.messages
    throw error
  }
}
