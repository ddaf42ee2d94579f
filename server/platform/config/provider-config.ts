import type { PaymentMode } from '#shared/donation.ts'

import { toPaymentKind } from './modes.ts'
import { getOtherHosts } from './provider-hosts.ts'
import type { Settings } from './settings.ts'

type ServiceAccount = { clientEmail: string; privateKey: string }

type Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

/** The choices of other services, in the form that the server uses. */
export type ProviderConfig = {
  identity:
    | { kind: 'embedded' }
    | {
        kind: 'firebase'
        apiKey: string
        projectId: string
        serviceAccount: ServiceAccount
        /** Addresses of an emulator or a proxy. */
        hosts: { identityToolkitUrl?: string; secureTokenUrl?: string; tokenUrl?: string }
      }
  content:
    | { kind: 'embedded' }
    | {
        kind: 'sanity'
        projectId: string
        token: string
        /** Addresses of a fake or a proxy. */
        apiHost?: string
        cdnHost?: string
        /** With it, Sanity reports what editors change, and public lists are read through its CDN. */
        webhookSecret?: string
      }
  images: { kind: 'disk' } | ({ kind: 's3' } & Bucket)
  payments:
    | { kind: 'sandbox' }
    | {
        kind: 'paystack'
        mode: PaymentMode
        secretKey: string
        baseUrl?: string
        checkoutOrigin?: string
      }
}

export function toIdentity(settings: Settings): ProviderConfig['identity'] {
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded' }
  const { FIREBASE_API_KEY: apiKey = '', FIREBASE_PROJECT: projectId = '' } = settings
  const serviceAccount = settings.FIREBASE_SERVICE_ACCOUNT ?? { clientEmail: '', privateKey: '' }
  const hosts = getOtherHosts(settings, {
    identityToolkitUrl: 'IDENTITY_TOOLKIT_URL',
    secureTokenUrl: 'SECURE_TOKEN_URL',
    tokenUrl: 'GOOGLE_TOKEN_URL',
  })
  return { kind: 'firebase', apiKey, projectId, serviceAccount, hosts }
}

export function toContent(settings: Settings): ProviderConfig['content'] {
  if (settings.CONTENT === 'embedded') return { kind: 'embedded' }
  const { SANITY_PROJECT: projectId = '', SANITY_TOKEN: token = '' } = settings
  const { SANITY_WEBHOOK_SECRET: webhookSecret } = settings
  const hosts = getOtherHosts(settings, { apiHost: 'SANITY_URL', cdnHost: 'SANITY_CDN_URL' })
  return {
    kind: 'sanity',
    projectId,
    token,
    // The token of a rehearsal must not reach Sanity's own CDN.
    ...(hosts.apiHost !== undefined && { cdnHost: hosts.apiHost }),
    ...hosts,
    ...(webhookSecret !== undefined && { webhookSecret }),
  }
}

export function toImages(settings: Settings): ProviderConfig['images'] {
  if (settings.IMAGES === 'disk') return { kind: 'disk' }
  const { S3_ENDPOINT: endpoint = '', S3_REGION: region, S3_BUCKET: bucket = '' } = settings
  const { S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = settings
  return { kind: 's3', endpoint, region, bucket, accessKey, secretKey }
}

export function toPayments(settings: Settings): ProviderConfig['payments'] {
  const { PAYSTACK_SECRET_KEY: secretKey } = settings
  if (!secretKey) return { kind: 'sandbox' }
  const mode = toPaymentKind(secretKey) === 'live key' ? 'live' : 'test'
  const hosts = getOtherHosts(settings, {
    baseUrl: 'PAYSTACK_URL',
    checkoutOrigin: 'PAYSTACK_CHECKOUT_URL',
  })
  return { kind: 'paystack', mode, secretKey, ...hosts }
}
