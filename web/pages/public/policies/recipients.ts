import type { PolicyValues, Recipient } from '#shared/policy.ts'

import type { PolicySection } from './policy.ts'

const unnamed: Record<Recipient['role'], string> = {
  payments: 'The payment provider',
  accounts: 'The company that stores accounts',
  content: 'The company that stores campaigns',
  images: 'The company that stores pictures',
  mail: 'The company that delivers our emails',
  hosting: 'The company that runs our servers',
}

const received: Record<Recipient['role'], string> = {
  payments:
    'what a payment requires: your email address, the amount and the campaign. You enter your card details there. For a campaign: its title, the organiser’s bank account and the id of the organiser’s account here',
  accounts: 'the email address and password of accounts',
  content:
    'the campaigns with their pictures and contact details, and the names, email addresses and genders of people with an account',
  images: 'the pictures of campaigns',
  mail: 'every email that we send you, with your address',
  hosting: 'all data that is stored on our servers',
}

/** One row for each company that these settings use. */
export function toRecipientSection(values: PolicyValues): PolicySection {
  const countries = listCountries(values)
  return {
    title: 'Companies that work for us',
    paragraphs: [
      'These companies receive data so that Ajo works. They may use it only for that.',
      ...(countries.length === 0
        ? []
        : [
            `Data leaves Nigeria for ${countries.join(', ')}. The Nigeria Data Protection Act allows that where the law there, or our contract, protects it as well.`,
          ]),
      'We count requests per network address for a short time to stop password guessing and overload.',
    ],
    rows: values.recipients.map(({ role, name, country }) => ({
      name: [name ?? unnamed[role], country].filter((part) => part !== null).join(', '),
      text: `Receives ${received[role]}.`,
    })),
  }
}

function listCountries({ recipients }: PolicyValues): string[] {
  const countries = recipients.flatMap(({ country }) => country?.split(' and ') ?? [])
  return [...new Set(countries)].filter((country) => country !== 'Nigeria')
}
