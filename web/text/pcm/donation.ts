import type { Translation } from '#shared/translation.ts'

import type { donationText as english } from '../donation.ts'

export const donationText: Translation<typeof english> = {
  title: (campaign: string) => `Give to “${campaign}”`,
  description: (campaign: string) => `Give to “${campaign}” with card. You no need account.`,
  back: 'Go back to the campaign',
  others: 'See other campaigns',
  amount: 'How much',
  amountHint: 'From ₦50.00 reach ₦10,000,000.00',
  quick: 'Wetin people dey give well well',
  email: 'Your email address',
  emailHint:
    'Na there we go send your receipt. The organiser go see am, except you hide yourself; visitors no go ever see am.',
  name: 'Your name (if you like)',
  message: 'Message for the organiser (if you like)',
  anonymous: 'Hide me: make the organiser no see my name or my email',
  updates: 'The organiser fit thank me for email',
  updatesHint: 'Na Ajo go carry am, and every one of those emails get link wey fit stop dem.',
  pay: 'Pay now!',
  secure:
    'You go pay for the safe page of the people wey dey handle payment. Ajo no dey ever see your card.',
  problem: 'Your gift no fit start',
  nothingCharged: 'We no collect any money.',
  fees: {
    title: 'Where your money dey go',
    sentence: (platform: string) =>
      `From every gift, the people wey dey handle payment go take card fee of 1.5% plus ₦100.00 (dem no dey take the ₦100.00 if the gift no reach ₦2,500.00, and the fee no dey pass ₦2,000.00), and Ajo go take ${platform}. Everything wey remain na for the campaign.`,
    gift: 'Your gift',
    card: 'Card fee',
    platform: 'Ajo own',
    owner: 'Wetin the campaign go get',
  },
  receipt: {
    test: 'Test payment',
    testText: 'No real money move.',
    pageTitle: 'Your donation',
    amount: 'How much',
    campaign: 'Campaign',
    started: 'When e start',
    paid: 'When you pay',
    status: 'How e dey',
    checking:
      'We dey ask the people wey dey handle payment every few seconds. You fit comot for this page: the address go still be your own.',
    reload: 'Check again',
    share: 'Tell other people about am',
    again: 'Give again',
    tryAgain: 'Try again',
    toCampaign: 'Go back to the campaign',
    print: 'Print am',
    states: {
      open: {
        title: 'We dey confirm your payment…',
        text: 'E no dey pass some seconds.',
      },
      success: {
        title: 'Thank you! Your gift don reach.',
        text: 'We don confirm your payment, and we don count am join wetin people don give. The campaign go get am the next time wey the people wey dey handle payment pay out.',
      },
      failed: {
        title: 'The payment no go through',
        text: 'Your bank or your card no gree. We no collect any money. You fit try again, or use another card.',
      },
      abandoned: {
        title: 'The payment no finish',
        text: 'The payment page close before you pay. We no collect any money.',
      },
      reversed: {
        title: 'The payment don go back',
        text: 'The money dey go back to your card. Bank fit take reach ten working days.',
      },
      refunded: {
        title: 'We don refund the payment',
        text: 'The money dey go back to your card. Bank fit take reach ten working days.',
      },
      'partially refunded': {
        title: 'We don refund part of the payment',
        text: 'That part dey go back to your card. Bank fit take reach ten working days.',
      },
      disputed: {
        title: 'Dispute dey on top this payment',
        text: 'Your bank and the people wey dey handle payment dey look am.',
      },
      other: {
        title: 'Your donation',
        text: 'Wetin dey below na wetin the people wey dey handle payment talk.',
      },
    },
  },
}
