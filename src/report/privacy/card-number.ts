/** Whether digits, apart from blanks and hyphens, can be a payment card's number: 13 to 19 of them, Luhn's sum right. */
export function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/[ -]/g, "")].map(Number);
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = digits.reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  // Digits of one kind alone, such as zeros, are a placeholder.
  return sum % 10 === 0 && new Set(digits).size > 1;
}
