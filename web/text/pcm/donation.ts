import type { Translation } from '#shared/translation.ts'

import type { donationText as english } from '../donation.ts'

export const donationText: Translation<typeof english> = {
  title: (campaign: string) => `Donate to ${campaign}`,
  description: (campaign: string) =>
    `Donate to ${campaign} with card, bank transfer, USSD or bank. You no need account.`,
  back: 'Go back to the campaign',
  otherCampaigns: 'See other campaigns',
  amount: 'Amount',
  amountHint: 'From ₦50 reach ₦10,000,000',
  popularAmounts: 'Popular amounts',
  email: 'Email address',
  emailHint: 'We go send your receipt here. We no dey ever show am to the public.',
  emailCode: 'Code from our email',
  emailCodeHint:
    'We don send am to the address wey dey up. E go show say na you get the address, and e go work till tomorrow end.',
  name: 'Your name (optional)',
  addMessage: 'Add message',
  message: 'Leave message (optional)',
  appearance: {
    title: 'How people go see you',
    line: (ticked) =>
      [
        'showName' in ticked ? 'people go see your name' : 'people no go see your name',
        'hideAmount' in ticked ? 'dem no go see the amount' : 'dem go see the amount',
        ...('anonymous' in ticked ? ['the organiser no go see your name'] : []),
      ].join(', '),
  },
  anonymous: 'No show my name. The organiser no go see my name or my email.',
  publicList: 'For the public list of supporters',
  showName: 'Make people see my name',
  hideAmount: 'No show my amount',
  hideAmountHint:
    'You go dey the list without amount and time, once two other people don hide their own too.',
  showMessage: 'Make people see my message',
  showMessageHint: 'Message wey get link, number or insult go wait for reviewer.',
  shareEmail: 'Show the organiser my email',
  shareEmailHint:
    'If you no tick am, the organiser go see your name and message, but e no go see your address. If you no show your name, e no change anything.',
  updates: 'Make the organiser email me updates and thank-yous',
  updatesHint:
    'Ajo go send dem after you confirm your email address with the link wey dey your receipt. You fit unsubscribe any time.',
  pay: 'Pay now!',
  secure:
    'You go pay for the payment people secure page. You fit use card, bank transfer, USSD or bank account. Ajo no dey ever see your card details.',
  unfinished: {
    title: 'You never finish to pay',
    text: 'Wetin you write still dey here, so you fit try again. If you don pay already, first check that payment.',
    check: 'Check the payment',
  },
  problem: 'We no fit start your donation',
  nothingCharged: 'We no collect any money.',
  fees: {
    title: 'Where your money dey go',
    sentence: (platform: string) =>
      `Payment fee: 1.5% + ₦100, e no dey pass ₦2,000 (no ₦100 if the donation no reach ₦2,500), if you pay with Nigerian card, bank transfer, USSD or bank. Card from another country: 3.9% reach 4.5% + ₦100. Ajo fee: ${platform}. The rest na for the campaign.`,
    donation: 'Your donation',
    local: 'Fee if you use Nigerian card, transfer, USSD or bank',
    international: 'Fee if your card come from another country',
    range: (least, most) => `${least} reach ${most}`,
    platform: 'Ajo fee',
    owner: 'Wetin the campaign go get',
  },
  status: {
    test: 'Test payment',
    testText: 'No real money move.',
    pageTitle: 'Your donation',
    amount: 'Amount',
    campaign: 'Campaign',
    started: 'Started',
    paid: 'Paid',
    status: 'Status',
    checking:
      'We dey check with the payment people. You fit close this page; save this link or wait for our email.',
    reload: 'Check again',
    share: 'Share this campaign',
    donateAgain: 'Donate again',
    tryAgain: 'Try again',
    toCampaign: 'Go back to the campaign',
    refund: 'Ask for refund',
    myDonations: 'All the donations wey I make, and my data',
    channel: 'How you pay',
    channels: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      ussd: 'USSD',
      bank: 'Bank account',
      dedicated_nuban: 'Transfer to the campaign account number',
    },
    fee: 'Payment fee wey dem collect',
    advice: {
      card: 'Your bank no gree the card. Check the limit and whether online payment dey on, or use bank transfer or USSD.',
      bank_transfer:
        'The transfer no enter. Check your bank app. Your bank go return money wey come late or wey no be the correct amount. Then try again, or use card or USSD.',
      ussd: 'Dem no confirm the USSD payment. Check your balance and your USSD PIN, dial new code, or use card or transfer.',
      bank: 'Your bank no gree the payment. Check the account and the code wey your bank send, or use card or transfer.',
    },
    print: 'Print',
    held: {
      title: 'We dey check your payment',
      arrived: (sum) => `${sum} don land, but the payment no match your donation.`,
      otherAmount: (arrived, asked) => `${arrived} land instead of ${asked}.`,
      until: (moment) =>
        `Before ${moment} we go decide whether e count as your donation or we refund am. You go see wetin we decide for this page.`,
      decided: 'E no count as donation. Contact us if you want am back.',
    },
    states: {
      open: {
        title: 'We dey confirm your payment…',
        text: 'E no dey pass some seconds.',
      },
      success: {
        title: 'Thank you! Your donation don enter.',
        text: 'We don confirm your donation and add am to the total. E go enter the organiser bank account, most times the next working day.',
      },
      failed: {
        title: 'The payment no go through',
        text: 'Your bank no gree the payment. We no collect any money. Try again, or pay another way: card, bank transfer or USSD.',
      },
      abandoned: {
        title: 'You no finish the payment',
        text: 'We no collect any money.',
      },
      reversed: {
        title: 'Dem don reverse your payment',
        text: 'Your money dey go back to the card or account wey you take pay. E fit take reach 10 working days.',
      },
      refunded: {
        title: 'We don refund your donation',
        text: 'Your money dey go back to the card or account wey you take pay. E fit take reach 10 working days.',
      },
      'partially refunded': {
        title: 'We don refund part of your donation',
        text: 'That part dey go back to the card or account wey you take pay. E fit take reach 10 working days.',
      },
      disputed: {
        title: 'Your payment get dispute',
        text: 'Your bank and the payment people dey check am.',
      },
      other: {
        title: 'Your donation',
        text: 'See the latest status from the payment people.',
      },
    },
  },
}
