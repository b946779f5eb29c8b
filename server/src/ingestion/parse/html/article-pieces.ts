import type { Piece } from './html-pieces.ts';

/** The text of an article without the lines that lead away from it: "Read more: Ferry fares to rise", "Share this article",
 *  and what stands below "You may also like". */
export function withoutTeasers(pieces: readonly Piece[]): Piece[] {
  const kept = pieces.filter((piece) => !isTeaser(piece) && !isLabel(piece));
  return kept.slice(0, endOfText(kept));
}

/** True for a paragraph that only leads to another page. */
const isTeaser = ({ kind, links, text }: Piece): boolean => {
  if (kind !== 'paragraph' || !links || text.length >= LONGEST_TEASER) return false;
  if (links.count !== 1) return false;
  const length = text.trim().length;
  if (links.length >= LEAST_TEASER && links.length >= length * 0.75) return true;
  return links.length >= length * 0.4 && LEADS_AWAY.test(text.trimStart().slice(0, 40));
};

const LEAST_TEASER = 25;
const LONGEST_TEASER = 250;

const isLabel = ({ kind, text }: Piece): boolean =>
  kind === 'paragraph' && text.length <= LONGEST_LABEL && LABEL.test(text.trim());

/** Where the list of other articles begins at the end of the text, if there is one and little prose follows. */
function endOfText(pieces: readonly Piece[]): number {
  const all = proseOf(pieces);
  let rest = 0;
  let end = pieces.length;
  for (let index = pieces.length - 1; index > 0 && rest <= all * LARGEST_REST; index -= 1) {
    const piece = pieces[index];
    if (!piece) continue;
    rest += proseOf([piece]);
    const isTitle =
      (piece.kind === 'heading' || piece.kind === 'paragraph') && piece.text.length <= LONGEST_LABEL;
    if (isTitle && rest <= all * LARGEST_REST && OTHER_ARTICLES.test(piece.text.trim())) end = index;
  }
  return end;
}

const LONGEST_LABEL = 60;
const LARGEST_REST = 0.2;

const proseOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text, links }) => sum + text.length - (links?.length ?? 0), 0);

const READ_MORE =
  'read (?:more|also|next)|also read|see also|lea (?:también|más)|lee también|(?:te|le) puede interesar|veja (?:também|mais)|leia (?:também|mais)|(?:à )?lire aussi|lesen sie auch|mehr zum thema|siehe auch|leggi anche|lees ook|zobacz (?:również|też)|czytaj (?:też|także|również)';
const LEADS_AWAY = new RegExp(`^(?:${READ_MORE})`, 'i');
const OTHER_ARTICLES = new RegExp(
  `^(?:${READ_MORE}|related(?: (?:articles|stories|posts|topics|news))?|more (?:stories|news|articles)|you (?:may|might) also (?:like|enjoy|be interested)|recommended(?: for you)?|most read|comments|leave a (?:comment|reply)|das könnte (?:sie|dich) auch interessieren|verwandte (?:themen|artikel|beiträge)|mehr themen|weitere (?:artikel|themen|beiträge|nachrichten)|auch interessant|kommentare|articles (?:liés|similaires)|sur le même sujet|commentaires|noticias relacionadas|comentarios|notícias relacionadas|articoli correlati|関連記事)[:!.]?$`,
  'i',
);
const LABEL =
  /^(?:advertisement|anzeige|werbung|publicidad|publicité|reklama|share (?:this )?(?:article|post|story)|(?:diesen )?artikel teilen|drucken|drukuj|print|loading|zurück|zum seitenanfang)\W{0,3}$/i;
