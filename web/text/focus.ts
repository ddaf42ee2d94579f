/** The dialog in which an organiser sets the focus point of a photo. */
export const focusText = {
  title: (number: number) => `Focus point of photo ${number}`,
  hint: 'Photos are cropped to fit. Tap the part that matters most, for example a face.',
  left: 'From the left',
  top: 'From the top',
  percent: (value: number) => `${value}%`,
  result: 'The photo on cards',
  done: 'Done',
}
