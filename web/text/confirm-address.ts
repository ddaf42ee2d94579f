/** The page that the confirmation link in a receipt's email opens. */
export const confirmAddressText = {
  title: 'Confirm your email address',
  question:
    'Someone donated with this email address and asked for updates and thank-yous from the organiser. Was it you? If not, close this page and you won’t get any.',
  confirm: 'Confirm my email address',
  done: 'Your email address is confirmed. Organisers can now email you through Ajo where you agreed to it.',
  home: 'Go to Ajo',
}
