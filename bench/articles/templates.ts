import {
  comments,
  cookieText,
  document,
  imprint,
  menu,
  menuItems,
  nav,
  newsletter,
  p,
  teasers,
  titleLinks,
} from './furniture.ts';
import type { Story } from './stories.ts';

/** Markup of 30 kinds of sites, each with the text that a reader came for. */

/** right: the text of the page, block by block, in any order. */
type Made = { html: string; right: readonly string[] };
type Template = { kind: string; make(story: Story): Made };

const article = { type: 'NewsArticle', head: '<meta property="og:type" content="article">' };
const whole = ({ title, paragraphs }: Story): string[] => [title, ...paragraphs];
const half = (list: readonly string[]): [string[], string[]] => [list.slice(0, 2), list.slice(2)];
const rows = [
  ['Pier', 'Length in metres', 'Built'],
  ['North pier', '412', '1871'],
  ['Timber pier', '96', '1904'],
  ['Ferry pier', '230', '1988'],
  ['Pilot pier', '58', '2003'],
] as const;
const table = (mark = ''): string =>
  `<table${mark}><thead><tr>${rows[0].map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows
    .slice(1)
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

export const TEMPLATES: readonly Template[] = [
  {
    kind: 'news, one column',
    make: (story) => {
      const [first, rest] = half(story.paragraphs);
      return {
        html: document(
          story,
          `<header class="site-header"><a href="/">The Harbour</a>${nav}</header><main><article><h1>${story.title}</h1><p class="byline">By ${story.author}</p>${p(first)}<p><a href="/x">Read more: The winter timetable of the northern ferries</a></p>${p(rest)}<div class="newsletter-signup">${newsletter}</div></article></main><aside class="related">${titleLinks(story)}</aside><footer>${imprint}</footer>`,
          article,
        ),
        right: whole(story),
      };
    },
  },
  {
    kind: 'news portal, endless teasers',
    make: (story) => ({
      html: document(
        story,
        `<div id="top">${nav}</div><div class="wrap"><div class="col-8"><h1 class="hl">${story.title}</h1><div class="txt">${p(story.paragraphs)}</div></div><div class="col-4"><h2>Most read</h2>${titleLinks(story)}</div></div><div class="feed"><h2>More stories</h2>${teasers(story, 7)}</div><div class="bottom">${imprint}</div>`,
        article,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'blog, WordPress',
    make: (story) => ({
      html: document(
        story,
        `<div id="page" class="site"><header id="masthead" class="site-header"><p class="site-title">Slow days</p>${nav}</header><div id="content" class="site-content"><div id="primary"><article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${story.title}</h1><div class="entry-meta"><span class="byline">by ${story.author}</span></div></header><div class="entry-content">${p(story.paragraphs)}</div><footer class="entry-footer"><span class="tags-links">Tagged <a href="/t">harbour</a></span></footer></article><nav class="post-navigation"><a href="/p">Older post</a></nav><div id="comments" class="comments-area"><h2>3 thoughts</h2><ol class="comment-list">${comments('li', 'comment')}</ol><div id="respond"><h3>Leave a reply</h3><p>Your email address will not be published.</p></div></div></div><aside id="secondary" class="widget-area"><section class="widget"><h2>Recent posts</h2>${titleLinks(story)}</section></aside></div><footer id="colophon">${imprint}</footer></div>`,
        {
          head: '<meta name="generator" content="WordPress 6.5"><meta property="og:type" content="article">',
        },
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'blog, Blogger',
    make: (story) => ({
      html: document(
        story,
        `<div class="navbar"><div>Blog of the quay</div></div><div class="content-outer"><div class="main-outer"><div class="post hentry" itemtype="http://schema.org/BlogPosting"><h3 class="post-title entry-title">${story.title}</h3><div class="post-body entry-content" itemprop="articleBody">${story.paragraphs.join('<br><br>')}</div><div class="post-footer">Posted by ${story.author} at 7:14</div></div><div class="comments" id="comments"><h4>3 comments:</h4>${comments('div', 'comment-block')}</div></div><div class="column-right-outer"><div class="widget BlogArchive"><h2>Blog archive</h2>${titleLinks(story, 8)}</div></div></div><div class="footer-outer">Powered by Blogger.</div>`,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'magazine, Ghost',
    make: (story) => ({
      html: document(
        story,
        `<div class="viewport"><header id="gh-head" class="gh-head">${nav}<a href="#/portal/signup">Subscribe</a></header><main class="gh-main"><article class="gh-article post"><header class="gh-article-header"><h1 class="gh-article-title">${story.title}</h1><div class="gh-article-meta">${story.author} · 4 min read</div></header><section class="gh-content">${p(story.paragraphs)}</section></article><section class="gh-subscribe"><h2>Sign up for more like this.</h2><p>Enter your email and get each new essay on Sunday.</p></section><section class="gh-read-next"><h2>Read next</h2>${teasers(story, 3)}</section></main><footer class="gh-foot">${imprint}</footer></div>`,
        { head: '<meta name="generator" content="Ghost 5.8"><meta property="og:type" content="article">' },
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'essay, names of letters and numbers',
    make: (story) => ({
      html: document(
        story,
        `<div class="a b c"><div class="d e"><a href="/">Open in app</a> <a href="/s">Sign up</a> <a href="/i">Sign in</a></div><article><div class="f g"><section><h1 class="hx pw">${story.title}</h1><div class="ly"><a href="/@a">${story.author}</a> <span>5 min read</span></div>${p(story.paragraphs, ' class="pw-post-body ix"')}</section></div></article><div class="mq"><h2>Written by ${story.author}</h2><p>412 followers. Writes about water and bread.</p><button>Follow</button></div><div class="nr"><h2>More from ${story.author}</h2>${teasers(story, 4)}</div></div>`,
        article,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'letter, Substack',
    make: (story) => {
      const [first, rest] = half(story.paragraphs);
      return {
        html: document(
          story,
          `<div id="entry"><div class="main-menu">${nav}</div><article class="newsletter-post post"><h1 class="post-title">${story.title}</h1><div class="byline-wrapper">${story.author}</div><div class="available-content"><div class="body markup">${p(first)}<div class="subscription-widget-wrap"><p>The Quay Letter is a reader-supported publication. To receive new posts, become a subscriber.</p></div>${p(rest)}</div></div></article><div class="comments-section"><h4>Discussion about this post</h4>${comments('div', 'comment')}</div></div>`,
          article,
        ),
        right: whole(story),
      };
    },
  },
  {
    kind: 'press release, Drupal',
    make: (story) => ({
      html: document(
        story,
        `<div class="dialog-off-canvas-main-canvas"><header role="banner">${nav}</header><div class="region region-breadcrumb"><ol><li><a href="/">Home</a></li><li>Press</li></ol></div><main role="main"><div class="region region-content"><div class="node node--type-press node--view-mode-full"><h1><span class="field field--name-title">${story.title}</span></h1><div class="node__content"><div class="field field--name-body">${p(story.paragraphs)}</div></div></div></div><aside class="region region-sidebar-second"><h2>Press contact</h2><p>Desk of the port, 555 0199</p></aside></main><footer role="contentinfo">${imprint}</footer></div>`,
        { head: '<meta name="generator" content="Drupal 10">' },
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'government service',
    make: (story) => ({
      html: document(
        story,
        `<a href="#content" class="skip-link">Skip to main content</a><div class="gov-banner">An official website</div><header role="banner">${nav}</header><div class="breadcrumbs"><ol><li><a href="/">Home</a></li><li><a href="/boats">Boats</a></li></ol></div><main id="content"><h1>${story.title}</h1>${story.paragraphs.map((text, index) => `<h2>Part ${index + 1}</h2><p>${text}</p>`).join('')}</main><div class="feedback"><h2>Is this page useful?</h2><button>Yes</button><button>No</button></div><aside class="related-links">${titleLinks(story)}</aside><footer role="contentinfo">${imprint}</footer>`,
      ),
      right: [...whole(story), 'Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5'],
    }),
  },
  {
    kind: 'legal text',
    make: (story) => ({
      html: document(
        story,
        `<div id="header">${nav}</div><div id="toc"><ul>${story.paragraphs.map((_, index) => `<li><a href="#s${index}">Section ${index + 1}</a></li>`).join('')}</ul></div><div id="law"><h1>${story.title}</h1>${story.paragraphs.map((text, index) => `<div class="section" id="s${index}"><div class="nr">§ ${index + 1}</div><div class="clause">${text}</div></div>`).join('')}</div><div id="footer">${imprint}</div>`,
      ),
      right: [...whole(story), '1 2 3 4 5'],
    }),
  },
  {
    kind: 'recipe',
    make: (story) => {
      const parts = ['500 g of strong flour', '340 g of warm water', '10 g of salt', '90 g of starter'];
      const steps = [
        'Mix everything and wait for an hour.',
        'Fold the dough four times.',
        'Bake in a hot pot for forty minutes.',
      ];
      return {
        html: document(
          story,
          `<header>${nav}</header><main><h1>${story.title}</h1><div class="share-buttons"><a href="/f">Share</a><a href="/p">Pin</a></div><div class="story">${p(story.paragraphs)}</div><div class="recipe-card" itemscope itemtype="https://schema.org/Recipe"><h2>Ingredients</h2><ul>${parts.map((part) => `<li itemprop="recipeIngredient">${part}</li>`).join('')}</ul><h2>Method</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></div></main><section class="related-recipes"><h2>You might also like</h2>${teasers(story, 3)}</section><footer>${imprint}</footer>`,
          { type: 'Recipe' },
        ),
        right: [...whole(story), 'Ingredients', ...parts, 'Method', ...steps],
      };
    },
  },
  {
    kind: 'shop, product',
    make: (story) => ({
      html: document(
        story,
        `<div class="shop-top">${nav}<div class="mini-cart">Cart (0)</div></div><div class="product"><h1 class="product_title">${story.title}</h1><p class="price">24.00</p><button>Add to cart</button><div class="woocommerce-tabs"><div id="tab-description">${p(story.paragraphs)}</div><div id="tab-facts"><h2>Facts</h2>${table()}</div></div></div><section class="cross-sells"><h2>Customers also bought</h2>${titleLinks(story)}</section><div class="footer">${imprint}</div>`,
      ),
      right: [...whole(story), 'Facts', '24.00', ...rows.flat()],
    }),
  },
  {
    kind: 'forum, phpBB',
    make: (story) => ({
      html: document(
        story,
        `<div id="page-header" class="headerbar">${nav}</div><h2 class="topic-title">${story.title}</h2><div id="page-body" class="viewtopic">${story.paragraphs.map((text, index) => `<div id="p${index}" class="post"><dl class="postprofile"><dt>Member ${index}</dt><dd>Posts: 17</dd></dl><div class="postbody"><div class="content">${text}</div></div></div>`).join('')}</div><div id="page-footer">${imprint}</div>`,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'questions and answers',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><div id="mainbar"><div itemscope itemtype="https://schema.org/QAPage"><h1>${story.title}</h1><div class="question"><div class="post-text">${p(story.paragraphs.slice(0, 1))}</div></div><div id="answers">${story.paragraphs
          .slice(1)
          .map(
            (text) =>
              `<div class="answer"><div class="vote">3</div><div class="post-text"><p>${text}</p></div></div>`,
          )
          .join(
            '',
          )}</div></div></div><div id="sidebar"><h4>Related</h4>${titleLinks(story)}</div><footer>${imprint}</footer>`,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'manual, Sphinx',
    make: (story) => ({
      html: document(
        story,
        `<div class="related" role="navigation"><ul><li><a href="g">index</a></li><li><a href="n">next</a> |</li></ul></div><div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="a"><h1>${story.title}<a class="headerlink" href="#a">¶</a></h1>${p(story.paragraphs)}<div class="highlight"><pre>gauge calibrate --mark 120\ngauge reload</pre></div>${table(' class="docutils"')}</section></div></div></div><div class="sphinxsidebar"><h3>Table of contents</h3>${titleLinks(story)}</div></div><div class="footer">Created using Sphinx.</div>`,
        { head: '<meta name="generator" content="Docutils 0.19">' },
      ),
      right: [...whole(story), 'gauge calibrate --mark 120', 'gauge reload', ...rows.flat()],
    }),
  },
  {
    kind: 'manual, Docusaurus',
    make: (story) => ({
      html: document(
        story,
        `<nav class="navbar">${menuItems.map((item) => `<a href="/${item}">${item}</a>`).join('')}</nav><div class="main-wrapper docs-wrapper docs-doc-page"><aside class="theme-doc-sidebar-container"><ul class="menu__list">${menu}</ul></aside><main><div class="container"><article><nav class="theme-doc-breadcrumbs">Guides</nav><div class="theme-doc-markdown markdown"><header><h1>${story.title}</h1></header>${p(story.paragraphs)}<div class="theme-admonition admonition"><div>tip</div><p>Keep a copy of the old settings.</p></div><pre><code>interval = 60</code></pre></div><footer class="theme-doc-footer"><a href="/e">Edit this page</a> Last updated on Monday</footer></article><nav class="pagination-nav"><a href="/n">Next: Alarms</a></nav></div></main></div><footer class="footer">${imprint}</footer>`,
        { head: '<meta name="generator" content="Docusaurus v3">' },
      ),
      right: [...whole(story), 'tip', 'Keep a copy of the old settings.', 'interval = 60'],
    }),
  },
  {
    kind: 'wiki, MediaWiki',
    make: (story) => ({
      html: document(
        story,
        `<div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading">${story.title}</h1><div id="siteSub">From the harbour wiki</div><div id="mw-content-text"><div class="mw-parser-output">${p(story.paragraphs.slice(0, 2))}<div id="toc" class="toc"><h2>Contents</h2><ul><li><a href="#H">1 History</a></li><li><a href="#T">2 Today</a></li></ul></div><h2><span id="H">History</span><span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>${p(story.paragraphs.slice(2))}<table class="navbox"><tr><td>${titleLinks(story)}</td></tr></table></div></div><div id="catlinks">Categories: <a href="/c">Harbours</a></div></div><div id="mw-navigation"><ul>${menu}</ul></div><div id="footer">This page was last edited on Monday. ${imprint}</div>`,
        { head: '<meta name="generator" content="MediaWiki 1.41">' },
      ),
      right: [...whole(story), 'History'],
    }),
  },
  {
    kind: 'statistics, mostly a table',
    make: (story) => ({
      html: document(
        story,
        `<div class="topbar">${nav}</div><main><h1>${story.title}</h1>${p(story.paragraphs.slice(0, 1))}${table()}${table()}<p>${story.paragraphs[1] ?? ''}</p></main><div class="page-footer">${imprint}</div>`,
      ),
      right: [story.title, ...story.paragraphs.slice(0, 2), ...rows.flat(), ...rows.flat()],
    }),
  },
  {
    kind: 'list of articles',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><div class="listing"><h1>${story.title}</h1>${story.paragraphs.map((text, index) => `<div class="item"><h2><a href="/a${index}">Entry number ${index + 1}</a></h2><p>${text}</p><a class="more" href="/a${index}">Continue reading</a></div>`).join('')}</div><ul class="pagination"><li><a href="?2">2</a></li><li><a href="?3">3</a></li></ul><footer>${imprint}</footer>`,
      ),
      right: [...whole(story), ...story.paragraphs.map((_, index) => `Entry number ${index + 1}`)],
    }),
  },
  {
    kind: 'teaser before a paywall',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><article><h1>${story.title}</h1>${p(story.paragraphs.slice(0, 2))}<div class="paywall"><h2>Continue reading with Harbour Plus</h2><p>First month for 1, then 9.90. Cancel at any time.</p><a href="/buy">Choose a plan</a></div></article><section class="teaser-list">${teasers(story, 4)}</section><footer>${imprint}</footer>`,
        article,
      ),
      right: [story.title, ...story.paragraphs.slice(0, 2)],
    }),
  },
  {
    kind: 'consent wall in front',
    make: (story) => ({
      html: document(
        story,
        `<div id="cmp" class="consent-overlay" role="dialog"><h2>Your privacy</h2><p>${cookieText}</p><p>${cookieText}</p><button>Accept all</button></div><div class="layout"><div class="head">${nav}</div><div class="story"><h1>${story.title}</h1>${p(story.paragraphs)}</div></div><div class="foot">${imprint}</div>`,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'tables as a layout, 1999',
    make: (story) => ({
      html: document(
        story,
        `<table width="760"><tr><td colspan="2" bgcolor="#003366"><font color="white">Harbour pages</font></td></tr><tr><td width="160" valign="top">${menuItems.map((item) => `<a href="${item}.htm"><font size="1">${item}</font></a><br>`).join('')}</td><td valign="top"><font size="5"><b>${story.title}</b></font><p>${story.paragraphs.join('<p>')}</td></tr><tr><td colspan="2"><font size="1">Best viewed with 800 x 600. <a href="mailto:web@example.com">Webmaster</a></font></td></tr></table>`,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'news, promotion between paragraphs',
    make: (story) => ({
      html: document(
        story,
        `<div class="header">${nav}</div><div class="article-page"><h1>${story.title}</h1><div class="article__body">${story.paragraphs.map((text, index) => `<p>${text}</p>${index % 2 === 0 ? `<div class="ad-slot"><span>Advertisement</span></div><div class="article__related"><strong>Also on this site</strong><a href="/r">How the pilots learned to swim</a></div>` : ''}`).join('')}</div><div class="tags"><a href="/t1">harbour</a> <a href="/t2">spring</a></div><div class="comments">${comments('div', 'c')}</div></div><div class="footer">${imprint}</div>`,
        article,
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'news, captions and authors',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><main><article><header><h1>${story.title}</h1><p class="standfirst">${story.paragraphs[0] ?? ''}</p></header><figure><img src="a.jpg" alt=""><figcaption>Photograph: Harbour Press</figcaption></figure>${p(story.paragraphs.slice(1))}<div class="author-box"><h3>${story.author}</h3><p>writes about the coast and keeps bees.</p></div></article></main><footer>${imprint}</footer>`,
        article,
      ),
      right: [...whole(story), 'Photograph: Harbour Press'],
    }),
  },
  {
    kind: 'event with facts',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><main><h1>${story.title}</h1><dl><dt>When</dt><dd>Saturday at ten</dd><dt>Where</dt><dd>Mill Quay 4</dd><dt>Tickets</dt><dd>free, at the door</dd></dl>${p(story.paragraphs)}</main><aside>${titleLinks(story)}</aside><footer>${imprint}</footer>`,
      ),
      right: [
        ...whole(story),
        'When',
        'Saturday at ten',
        'Where',
        'Mill Quay 4',
        'Tickets',
        'free, at the door',
      ],
    }),
  },
  {
    kind: 'questions that unfold',
    make: (story) => ({
      html: document(
        story,
        `<div class="site-nav">${nav}</div><main><h1>${story.title}</h1>${story.paragraphs.map((text, index) => `<details><summary>Question ${index + 1}</summary><p>${text}</p></details>`).join('')}</main><div class="chat-widget">Ask us anything</div><footer>${imprint}</footer>`,
      ),
      right: [...whole(story), ...story.paragraphs.map((_, index) => `Question ${index + 1}`)],
    }),
  },
  {
    kind: 'job offer',
    make: (story) => {
      const duties = [
        'You look after the ferries.',
        'You keep the log of the gauge.',
        'You train two apprentices.',
      ];
      return {
        html: document(
          story,
          `<header>${nav}</header><div class="job"><h1>${story.title}</h1>${p(story.paragraphs)}<h2>Your duties</h2><ul>${duties.map((duty) => `<li>${duty}</li>`).join('')}</ul><a class="apply" href="/apply">Apply now</a></div><div class="similar-jobs"><h2>Similar jobs</h2>${titleLinks(story)}</div><footer>${imprint}</footer>`,
        ),
        right: [...whole(story), 'Your duties', ...duties],
      };
    },
  },
  {
    kind: 'podcast with transcript',
    make: (story) => ({
      html: document(
        story,
        `<header>${nav}</header><main><h1>${story.title}</h1><div class="player"><audio controls></audio><span>00:00 / 31:12</span></div><div class="transcript"><h2>Transcript</h2>${story.paragraphs.map((text, index) => `<p><b>Speaker ${(index % 2) + 1}:</b> ${text}</p>`).join('')}</div></main><section class="more-episodes"><h2>More episodes</h2>${teasers(story, 4)}</section><footer>${imprint}</footer>`,
      ),
      right: [...whole(story), 'Transcript', 'Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2', 'Speaker 1'],
    }),
  },
  {
    kind: 'university, TYPO3',
    make: (story) => ({
      html: document(
        story,
        `<div class="container right-sidebar"><div id="header">${nav}</div><div id="rootline"><a href="/">Home</a> › Institute</div><div id="content"><div class="csc-default"><h1 class="csc-firstHeader">${story.title}</h1>${p(story.paragraphs, ' class="bodytext"')}</div></div><div id="right"><div class="csc-default"><h2>Contact</h2><p>Room 4.12, by appointment</p></div></div></div><div id="footer">${imprint}</div>`,
        { head: '<meta name="generator" content="TYPO3 CMS">' },
      ),
      right: whole(story),
    }),
  },
  {
    kind: 'plain page, navigation without names',
    make: (story) => ({
      html: document(
        story,
        `<div>${menuItems.map((item) => `<a href="/${item}">${item}</a>`).join(' | ')}</div><h1>${story.title}</h1>${p(story.paragraphs)}<hr><div><a href="/prev">Previous page</a> <a href="/next">Next page</a></div><div><small>${imprint}</small></div>`,
      ),
      right: whole(story),
    }),
  },
];
