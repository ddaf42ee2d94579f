/** The dialog that shows the pictures of a gallery one by one. */
export const galleryDialogText = {
  title: 'Photos',
  previous: 'Previous photo',
  next: 'Next photo',
  position: (number: number, count: number) => `${number} of ${count}`,
}
