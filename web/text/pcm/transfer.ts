import type { Translation } from '#shared/translation.ts'

import type { transferText as english } from '../transfer.ts'

export const transferText: Translation<typeof english> = {
  title: (campaign) => `Donate to ${campaign} with bank transfer`,
  link: {
    title: 'Collect the receipt of your transfer',
    question:
      'Person put this email address for one bank transfer wey go one campaign for Ajo. Na you? If na you, the donation and the receipt go become your own.',
    confirm: 'Na me send this transfer',
    done: 'Person don already collect the receipt of this transfer.',
    home: 'Go Ajo',
  },
  account: {
    title: 'Use your bank app send am',
    lead: 'Any transfer wey enter this account na donation for this campaign. You no need form.',
    bank: 'Bank',
    number: 'Account number',
    name: 'Account name',
    fee: 'The fee for transfer na 1%, e no dey pass ₦300. The rest na for the campaign. The organiser go see the name wey your bank send. We no fit count transfer wey no reach ₦50.',
    receipt: 'You don send transfer? Collect your receipt',
  },
  claim: {
    title: 'You don send transfer? Collect your receipt',
    intro:
      'Put wetin you send and where e come from. If we see the transfer, we go email you link to your donation and the receipt.',
    amount: 'How much you send (₦)',
    digits: 'Last 4 numbers of the account wey you take send am',
    email: 'Email address',
    send: 'Email me the link',
    sent: (duration) =>
      `If we get the transfer and person never claim am, link dey come your email. The link go work for ${duration}. Transfer fit take some minutes before e enter.`,
  },
}
