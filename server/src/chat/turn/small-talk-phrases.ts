type Phrases = { greeting: string; thanks: string; farewell: string };

/** Small-talk phrases, separated by `|`, and the replies to them, by language. A phrase of two languages belongs to the
 *  first of them. acknowledged: what only says that a reply was read. All in lower case and without marks. */
export const SMALL_TALK: { said: Phrases; answered: Phrases; acknowledged?: string; fillers: string }[] = [
  {
    said: {
      greeting:
        'hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|how are you|how are you doing|who are you|what are you',
      thanks:
        'thanks|thank you|thx|ty|cheers|many thanks|thanks a lot|much appreciated|thank you very much|thank you so much|thanks so much',
      farewell:
        'bye|goodbye|good bye|bye bye|see you|see you later|good night|farewell|have a nice day|have a good day',
    },
    answered: {
      greeting: 'Hello! What would you like to know?',
      thanks: "You're welcome!",
      farewell: 'Goodbye!',
    },
    acknowledged:
      'ok|okay|yes|no|yep|nope|alright|all right|got it|great|perfect|fine|cool|nice|good|i see|understood|never mind|that helped|that solved it|that works|it works|works now',
    fillers:
      'there|all|everyone|again|ok|okay|great|perfect|today|for your help|for the help|for that|that helped|that helps|that solved it|that works|it works|works now',
  },
  {
    said: {
      greeting:
        'hallo|guten tag|guten morgen|guten abend|servus|moin|grüß gott|wie gehts|wie geht es dir|wie geht es ihnen',
      thanks: 'danke|danke schön|dankeschön|vielen dank|danke sehr|besten dank|herzlichen dank',
      farewell: 'tschüss|tschüs|auf wiedersehen|bis bald|bis später|gute nacht|schönen tag noch',
    },
    answered: {
      greeting: 'Hallo! Was möchten Sie wissen?',
      thanks: 'Gern geschehen!',
      farewell: 'Auf Wiedersehen!',
    },
    acknowledged: 'ok|okay|ja|nein|alles klar|verstanden|super|prima|gut|passt|das hat geholfen|egal',
    fillers: 'super|prima|alles klar|das hat geholfen|zusammen|für die hilfe|für ihre hilfe|für deine hilfe',
  },
  {
    said: {
      greeting: 'bonjour|bonsoir|salut|coucou|comment ça va|ça va|comment allez vous',
      thanks: 'merci|merci beaucoup|merci bien|un grand merci|mille mercis',
      farewell: 'au revoir|à bientôt|à plus|à plus tard|bonne journée|bonne soirée|bonne nuit',
    },
    answered: {
      greeting: 'Bonjour ! Que souhaitez-vous savoir ?',
      thanks: 'Je vous en prie !',
      farewell: 'Au revoir !',
    },
    acknowledged: 'ok|oui|non|daccord|compris|parfait|super|très bien',
    fillers: 'à tous|à vous|parfait|super|pour votre aide|pour ton aide',
  },
  {
    said: {
      greeting: 'hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|cómo estás|cómo está',
      thanks: 'gracias|muchas gracias|mil gracias|muchísimas gracias',
      farewell: 'adiós|hasta luego|hasta pronto|hasta mañana|chao',
    },
    answered: { greeting: '¡Hola! ¿Qué le gustaría saber?', thanks: '¡De nada!', farewell: '¡Hasta luego!' },
    acknowledged: 'ok|sí|no|vale|de acuerdo|entendido|perfecto|muy bien',
    fillers: 'a todos|perfecto|vale|por tu ayuda|por su ayuda',
  },
  {
    said: {
      greeting: 'ciao|buongiorno|buonasera|salve|buon pomeriggio|come stai|come va',
      thanks: 'grazie|grazie mille|molte grazie|tante grazie|ti ringrazio|la ringrazio',
      farewell: 'arrivederci|a presto|a dopo|buona giornata|buona serata|buonanotte',
    },
    answered: {
      greeting: 'Buongiorno! Che cosa vorrebbe sapere?',
      thanks: 'Prego!',
      farewell: 'Arrivederci!',
    },
    acknowledged: 'ok|sì|no|va bene|capito|perfetto|daccordo',
    fillers: 'a tutti|perfetto|per il tuo aiuto|per il suo aiuto',
  },
  {
    said: {
      greeting: 'olá|oi|bom dia|boa tarde|boa noite|tudo bem|como vai',
      thanks: 'obrigado|obrigada|muito obrigado|muito obrigada|valeu',
      farewell: 'tchau|até logo|até breve|até mais|até amanhã',
    },
    answered: { greeting: 'Olá! O que gostaria de saber?', thanks: 'De nada!', farewell: 'Até logo!' },
    fillers: 'a todos|perfeito|pela ajuda|pela sua ajuda',
  },
  {
    said: {
      greeting: 'hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hoe gaat het',
      thanks: 'bedankt|dank je|dank u|dank je wel|dank u wel|dankjewel|hartelijk dank|hartelijk bedankt',
      farewell: 'doei|dag|tot ziens|tot straks|tot later|fijne dag|goedenacht',
    },
    answered: { greeting: 'Hallo! Wat wilt u weten?', thanks: 'Graag gedaan!', farewell: 'Tot ziens!' },
    fillers: 'allemaal|prima|voor je hulp|voor uw hulp',
  },
  {
    said: {
      greeting: 'cześć|dzień dobry|dobry wieczór|witam|hej',
      thanks: 'dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki',
      farewell: 'do widzenia|do zobaczenia|na razie|dobranoc|miłego dnia',
    },
    answered: {
      greeting: 'Dzień dobry! Co chcesz wiedzieć?',
      thanks: 'Nie ma za co!',
      farewell: 'Do widzenia!',
    },
    fillers: 'wszystkim|za pomoc',
  },
  {
    said: {
      greeting: 'привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер|как дела',
      thanks: 'спасибо|большое спасибо|спасибо большое|благодарю',
      farewell: 'пока|до свидания|до встречи|спокойной ночи|хорошего дня',
    },
    answered: {
      greeting: 'Здравствуйте! Что вы хотите узнать?',
      thanks: 'Пожалуйста!',
      farewell: 'До свидания!',
    },
    fillers: 'всем|за помощь',
  },
  {
    said: {
      greeting: '你好|您好|嗨|早上好|下午好|晚上好|大家好|你好吗',
      thanks: '谢谢|谢谢你|谢谢您|多谢|感谢|謝謝|非常感谢',
      farewell: '再见|拜拜|再見|晚安|回头见',
    },
    answered: { greeting: '您好！您想了解什么？', thanks: '不客气！', farewell: '再见！' },
    fillers: '啊|呀|啦|了',
  },
  {
    said: {
      greeting: 'こんにちは|こんばんは|おはよう|おはようございます|はじめまして|もしもし',
      thanks:
        'ありがとう|ありがとうございます|ありがとうございました|どうも|どうもありがとう|どうもありがとうございます',
      farewell: 'さようなら|さよなら|バイバイ|またね|おやすみ|おやすみなさい|失礼します',
    },
    answered: {
      greeting: 'こんにちは。何をお調べしましょうか。',
      thanks: 'どういたしまして。',
      farewell: 'さようなら。',
    },
    fillers: 'ね|本当に',
  },
  {
    said: {
      greeting: '안녕|안녕하세요|안녕하십니까|반갑습니다',
      thanks: '감사합니다|고마워|고마워요|고맙습니다|정말 감사합니다',
      farewell: '안녕히 계세요|안녕히 가세요|잘 가|다음에 봐요',
    },
    answered: {
      greeting: '안녕하세요! 무엇이 궁금하신가요?',
      thanks: '천만에요!',
      farewell: '안녕히 가세요!',
    },
    fillers: '도와주셔서',
  },
];
