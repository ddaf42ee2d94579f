/** A donation that waits in the browser for a connection, and copies of pages. */
export const savedDonationText = {
  offline: 'You are offline',
  noAnswer: 'No answer from Ajo yet',
  saved: (amount: string) =>
    `Your donation of ${amount} is saved on this device and not sent yet. When you are connected again, we send it once and open the payment page. You have not been charged.`,
  trying: (amount: string) =>
    `Your donation of ${amount} is saved on this device. We send it again until Ajo answers, and then open the payment page. It counts once, and you have not been charged.`,
  stored:
    'What you typed, with your email address, stays in this browser until we answer, you cancel, or 24 hours have passed.',
  sendFor: (amount: string, address: string) => `Send ${amount} for ${address}`,
  cancel: 'Cancel and change it',
  notMe: 'This is not mine: delete it',
  elsewhere: (amount: string) =>
    `A donation of ${amount} is saved on this device and not sent yet.`,
  open: 'Open it',
  copy: (time: string) =>
    `You are offline. This is a copy of the page from ${time}, and the sums may have changed.`,
}
