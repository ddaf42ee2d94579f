import type { PolicyValues } from '#shared/policy.ts'

/** As a live server with every company answers. */
export const hostedValues: PolicyValues = {
  controller: {
    name: 'Ajo Ltd',
    address: ['1 Example Street', 'Lagos, Nigeria'],
    dpoEmail: 'dpo@ajo.example',
    registration: 'NDPC/DCP/1',
  },
  identity: 'firebase',
  recipients: [
    { role: 'payments', name: 'Paystack Payments Limited', country: 'Nigeria' },
    { role: 'accounts', name: 'Google (Identity Toolkit)', country: 'the United States' },
    { role: 'content', name: 'Sanity', country: 'Norway and the United States' },
    { role: 'mail', name: 'Mails Ltd', country: 'Ireland' },
    { role: 'hosting', name: 'Hosting Ltd', country: 'Germany' },
  ],
}

/** As a live server answers that stores accounts and campaigns itself. */
export const embeddedValues: PolicyValues = {
  ...hostedValues,
  identity: 'embedded',
  recipients: [
    { role: 'payments', name: 'Paystack Payments Limited', country: 'Nigeria' },
    { role: 'images', name: 'Buckets Ltd', country: 'Ireland' },
    { role: 'mail', name: 'Mails Ltd', country: 'Ireland' },
    { role: 'hosting', name: 'Hosting Ltd', country: 'Germany' },
  ],
}
