(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** A colour as the screen has it: red, green, blue from 0 to 255, and how opaque it is, from 0 to 1. */
  const toPixel = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { rgb, alpha } = toPixel(getComputedStyle(each).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return [255, 255, 255];
  };
  // https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  const luminance = (rgb) => {
    const [red, green, blue] = rgb
      .map((channel) => channel / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const isLarge = ({ fontSize, fontWeight }) =>
    Number.parseFloat(fontSize) >= 24 || (Number.parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent.trim() === '' || !parentElement.checkVisibility()) continue;
    const style = getComputedStyle(parentElement);
    const ratio = contrast(toPixel(style.color).rgb, behind(parentElement));
    found.push({ text: textContent.trim(), ratio, least: isLarge(style) ? 3 : 4.5 });
  }
  if (found.length === 0) return [{ text: 'nothing to read', ratio: 0 }];
  return found.filter(({ ratio, least }) => ratio < least);
})();
