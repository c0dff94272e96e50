/** Topics of questions. */
export type Topic = 'health' | 'study' | 'work' | 'love' | 'family' | 'money' | 'move';

/** Question words of a language: beginnings of words, without accents, or regular expressions. */
export interface QuestionWords {
  /** Words by topic. A question that matches several topics has the first of them. */
  readonly topics: Readonly<Record<Topic, string>>;
  /** Expressions of a question about the future or a decision, which yes or no can answer. */
  readonly yesNo: readonly RegExp[];
  /** Expressions of alternatives and suspicions, which have no yes or no. */
  readonly neither: RegExp;
  /** Beginning of a question to which neither yes nor no is an answer. */
  readonly open: RegExp;
  /** Articles and pronouns before a subject. */
  readonly articles: string;
  /** True if they are not inflected, so that a quotation may include them. */
  readonly articlesStay?: boolean;
  /** Prepositions that join a place or a name to a subject. */
  readonly links: string;
}

export const questionWords: Readonly<Record<string, QuestionWords>> = {
  en: {
    topics: {
      health:
        'health|ill|illness|sick|heal|pain|sleep|tired|doctor|diet|therapy|burnout|surgery|operation|recover|recovery|survive|pregnan|medicat|treatment|diagnos|cure|cured',
      study: 'exam|study|studi|student|school|universit|college|degree|course|thesis|learn|test',
      work: 'job|work|career|boss|colleague|promotion|salary|interview|business|employ|project|office|profession|startup',
      love: 'love|partner|relationship|boyfriend|girlfriend|husband|wife|marry|marri|dating|date|crush|romance|soulmate|ex|heart',
      family: 'famil|mother|father|mum|mom|dad|parent|child|son|daughter|brother|sister|baby|grand',
      money: 'money|financ|debt|invest|loan|rent|saving|pay|afford|income|inherit|mortgage|lottery|rich',
      move: 'move|moving|relocat|house|flat|apartment|emigrat|city|abroad|home|country',
    },
    open: /^(?:(?:in|at|with|from|to|for|by|until|since) )?(?:what|how|when|where|who|whom|why|which|whose)\b/,
    yesNo: [
      /^(?:should|shall|will|can|could|would|may|might|ought) (?!you\b)/,
      /^(?:am|is|are) .*\b(?:(?:going to|about to|gonna) (?!(?:the|an?|other)\b)|coming back|getting (?:the|an?|married|back)\b)/,
      /^(?:is|would) .*\b(?:worth|wise|good idea|(?:right|good|best) time|time to|better to)\b/,
      /^do(?:es)? .*\b(?:get (?!along|on\b)|find|pass|win|marry|become|succeed|accept|quit|come back|return|end up|make it|future)\b/,
    ],
    neither: /\bor (?!not\b)|\bcheat|unfaithful|\blying\b|\b(?:having|has|have) an affair/,
    articles: 'the|my|our|this|a|an',
    articlesStay: true,
    links: 'in|at|with|from|to|for|as',
  },
  de: {
    topics: {
      health:
        'gesund|krank|heil|schmerz|schlaf|mude|arzt|diat|therapie|burnout|operation|operiert|genes|erhol|uberleb|schwanger|medikament|tablette|behandlung|diagnos',
      study: 'prufung|studi|schule|schulab|universitat|uni|abschluss|kurs|lern|examen|abitur|ausbildung',
      work: 'job|arbeit|beruf|karriere|chef|kolleg|beforder|gehalt|bewerb|vorstellungsgesprach|firma|stelle|projekt|buro|kundig',
      love: 'lieb|liebt|liebst|liebes|geliebt|partner|beziehung|freundin|freund|mann|frau|heirat|hochzeit|ehe|verlieb|ex|herz|trenn',
      family: 'famil|mutter|vater|mama|papa|eltern|kind|sohn|tochter|bruder|schwester|baby|oma|opa',
      money: 'geld|finanz|schuld|invest|kredit|miete|spar|zahl|leisten|einkommen|erb|hypothek|lotto',
      move: 'umzug|umziehen|umzieh|haus|wohnung|auswander|stadt|ausland|heim|land',
    },
    open: /^(?:(?:in|an|auf|aus|bei|bis|fur|mit|nach|seit|um|von|vor|zu) )?(?:was|wie|wann|wo|wer|wem|wen|wessen|warum|weshalb|wieso|welche[mnrs]?|wohin|woher|womit|worauf|woran|wozu)\b/,
    yesNo: [
      /^(?:soll(?:e|en|te|ten)?|wird|werden?|wurden?|kann|konnen|konnten?|darf|durfen|muss|mussen|lohnt)\b(?! mir jemand)/,
      /^(?:(?:be)?komm(?:e|t|en)|krieg(?:e|t|en)|find(?:e|et|en)|schaff(?:e|t|en)|gewinn(?:e|t|en)|besteh(?:e|t|en)|behalt(?:e|en)|verlier(?:e|en)|heirat(?:e|et|en)|zieh(?:e|t|en)|wechsle|kundige|nehme|meldet|ruft|klappt|gelingt|geht .* (?:gut|weiter))\b/,
      /^(?:ist|ware) .*\b(?:sinnvoll|klug|ratsam|besser|gute idee|zeit|zeitpunkt)\b|^ha(?:t|ben) .*\bzukunft\b/i,
    ],
    neither: /\boder (?!nicht\b)|\bbetrug|fremdg|untreu|\baffare\b|\b(?:be)?lug/,
    articles: 'der|die|das|den|dem|mein|meine|meinen|meinem|meiner|unser|unsere|ein|eine|einen|dieser|diese|diesen',
    links: 'in|bei|mit|aus|nach|als|fur',
  },
  es: {
    topics: {
      health:
        'salud|enferm|sanar|sanara|sano|sana|dolor|dormir|cansad|medic|dieta|terapia|operacion|operar|cirugia|recuper|curar|curado|curada|curara|sobreviv|embaraz|tratamiento|diagnostic',
      study: 'examen|estudi|escuela|universidad|carrera|curso|tesis|aprend|oposicion',
      work: 'trabajo|trabajar|empleo|profesion|jef|colega|ascenso|sueldo|entrevista|empresa|puesto|proyecto|oficina|negocio',
      love: 'amor|pareja|relacion|novi|novios|novias|marido|espos|mujer|casar|boda|enamor|ex|corazon|cita|quiere|ama',
      family: 'famili|madre|padre|mama|papa|hij|hijos|hijas|herman|bebe|abuel|niñ|nin',
      money: 'dinero|finanz|deuda|inver|prestamo|alquiler|ahorr|pago|pagar|ingreso|herenc|hipoteca|loteria|ric',
      move: 'mudar|mudanza|mudo|casa|piso|emigr|ciudad|extranjero|hogar|pais|trasladar',
    },
    open: /^(?:(?:a|con|de|desde|en|hasta|para|por) )?(?:que|como|cuando|donde|adonde|quien|quienes|cual|cuales|cuant[oa]s?)\b/,
    yesNo: [
      /^(?:me )?(?:debo|debemos|deberia|puedo|podemos|podria|conviene|vuelvo|acepto|dejo|cambio|llamo|consigo|encuentro|paso|sera|volvera|llegara|podre|tendre)\b/,
      /\b(?:voy|va|vamos|van) a \p{L}+r(?:me|se|nos|lo|la)?\b/u,
      /\p{L}(?:[aeiour]|[bdl])r(?:é|á|án|emos)(?!\p{L})|\bir(?:é|á|án|emos)(?!\p{L})/u,
      /^es .*\b(?:buena idea|momento|mejor|hora)\b|\b(?:vale|merece|valdria) la pena\b|\btiene(?:n)? futuro\b|\btenemos futuro\b/,
    ],
    neither: /\bo (?!no\b)|\binfiel|\bengan|\bcon otra\b|\bcon otro\b|\bminti|\bmient/,
    articles: 'el|la|los|las|mi|mis|nuestro|nuestra|este|esta|un|una',
    links: 'en|con|de|como|para',
  },
  fr: {
    topics: {
      health:
        'sante|malad|guerir|guerira|gueri|guerison|douleur|dormir|sommeil|fatigu|medecin|regime|therapie|operation|operer|retabl|surviv|enceinte|medicament|traitement|diagnosti',
      study: 'examen|etude|etudi|ecole|universite|diplome|cours|these|apprend|bac|concours|formation',
      work: 'travail|emploi|job|carriere|metier|patron|chef|collegue|promotion|salaire|entretien|entreprise|poste|projet|bureau|boulot',
      love: 'amour|couple|relation|copain|copine|mari|femme|epous|mariage|amoureu|ex|coeur|rencontre|aime',
      family: 'famill|mere|pere|maman|papa|parent|enfant|fils|fille|frere|soeur|bebe|grand',
      money: 'argent|financ|dette|invest|pret|loyer|epargn|pay|payer|revenu|herit|hypotheque|loterie|riche',
      move: 'demenag|maison|appartement|emigr|ville|etranger|logement|pays|partir',
    },
    open: /^(?:(?:a|avec|chez|dans|de|depuis|en|jusqu'a|par|pour|sur|vers) )?(?:que|qu'|quoi|comment|quand|ou|qui|quel|quelles?|quels|combien|pourquoi)(?:\b|$)/,
    yesNo: [
      /^(?:dois|devrais|devons|puis|peux(?!-tu)|pourrais|faut|ferais|vaut)\b/,
      /^(?:est-ce que |que )?(?:je|j'|on|nous) ?(?:dois|devrais|doit|devons|peux|peut|pouvons|ferais)\b/,
      /\b(?:vais|va|allons|vont)(?:-(?:t-)?(?:je|il|elle|on|nous|ils|elles))?,? (?:(?:ne|me|te|se|le|la|les|nous|vous|lui|y|en|bien|enfin|encore|un jour|vraiment|pas|bientot) |[mtsly]')*\p{L}+(?:er|ir|re|oir)\b/u,
      /^\p{Ll}{2,}r(?:ai|a|ont|ons)-|(?<=[ '])\p{Ll}{2,}r(?:ai|a|ont)(?![\p{L}])/u,
      /^est-ce (?:que c'est )?(?:vraiment )?(?:une bonne idee|le (?:bon )?moment)\b|^ai-je interet\b|\bun avenir\b/,
    ],
    neither: /\bou (?!(?:non|pas)\b)|\btromp|infidel|\bment\b|\bmentir/,
    articles: 'le|la|les|mon|ma|mes|notre|ce|cette|un|une',
    links: 'à|a|en|avec|chez|de|comme|pour',
  },
  it: {
    topics: {
      health:
        'salute|malat|guarir|guarira|guarisc|dolor|dormir|sonno|stanc|medic|dieta|terapia|operazione|operare|sopravviv|incinta|farmac|cura|diagnosi|riprender',
      study: 'esam|esami|studi|studia|scuol|universita|laurea|corso|tesi|impar|concorso',
      work: 'lavor|impieg|carriera|mestiere|capo|colleg|promozion|stipendi|colloqui|aziend|posto|progett|ufficio',
      love: 'amor|coppia|relazion|fidanzat|marito|mogli|spos|sposar|sposer|matrimon|innamor|ex|cuore|ama|appuntament',
      family: 'famigl|madre|padre|mamma|papa|genitor|figli|fratell|sorell|bambin|neonat|nonn',
      money: 'soldi|denaro|finanz|debit|invest|prestit|affitt|risparm|pagar|reddit|eredit|mutuo|lotteria|ricc',
      move: 'trasfer|trasloc|casa|appartament|emigr|citta|estero|paese',
    },
    open: /^(?:(?:a|con|da|di|fino a|in|per|su|tra) )?(?:che|cosa|come|quando|dove|chi|qual|quale|quali|quant[oaie]|perche)\b/,
    yesNo: [
      /^(?:mi )?(?:devo|dobbiamo|dovrei|vado|posso|possiamo|potrei|conviene|accetto|lascio|torno|cambio|chiamo|trovo|riesco|potro|tornera|riusciro|avro)\b/,
      /(?!pero|però)(?<!\p{L})\p{L}{2,}r(?:ò|à|anno|emo)(?!\p{L})/u,
      /\b(?:sto|sta|stiamo|stanno) per \p{L}+re\b|^(?:e|è) .*(?:buona idea|momento|meglio|ora di)\b|\bvale la pena\b|\b(?:ha|abbiamo) (?:un )?futuro\b/u,
    ],
    neither: /\bo (?!no\b|meno\b)|\btradi(?!z)|infedel|\bmenten|\bmentir|\bmi mente\b/,
    articles: "il|lo|la|i|gli|le|mio|mia|miei|nostro|nostra|questo|questa|un|uno|una|l'",
    links: 'a|in|con|da|di|come|per',
  },
  pt: {
    topics: {
      health:
        'saude|doente|doenca|cura|sarar|dor|dores|dormir|sono|cansa|medic|dieta|terapia|cirurgia|operar|operacao|recuper|sobreviv|gravid|remedio|tratamento|diagnostic',
      study: 'exame|estud|escola|universidade|faculdade|curso|tese|aprend|vestibular|concurso|prova',
      work: 'trabalh|empreg|carreira|profiss|chefe|coleg|promoc|salario|entrevista|empresa|vaga|projeto|escritorio|negocio',
      love: 'amor|parceir|relac|namor|marido|espos|mulher|casar|casament|apaixon|ex|coracao|encontro|ama',
      family: 'famili|mae|pai|pais|filh|filhos|filhas|irma|irmao|bebe|avo|crianc',
      money: 'dinheiro|financ|divida|invest|emprestimo|aluguel|poup|poupar|pagar|renda|heranc|hipoteca|loteria|ric',
      move: 'mudar|mudanca|casa|apartamento|emigr|cidade|exterior|lar',
    },
    open: /^(?:(?:a|ate|com|de|desde|em|para|por) )?(?:que|o que|como|quando|onde|aonde|quem|qual|quais|quant[oa]s?|porque)\b/,
    yesNo: [
      /^(?:eu )?(?:devo|devemos|deveria|posso|podemos|poderia|aceito|largo|mudo|volto|ligo|consigo|passo|vale|volta|sera|conseguirei|terei)\b/,
      /\b(?:vou|vai|vamos|vao) (?:(?:me|te|se|nos|lhe) )?\p{L}+r(?:-me|-se)?\b/u,
      /\p{L}[aeio]r(?:ei|á|ão|emos)(?!\p{L})|\bir(?:ei|á|ão|emos)(?!\p{L})/u,
      /^(?:e|é) .*\b(?:boa ideia|momento|melhor|hora de)\b|\bvale a pena\b|\b(?:tem|temos) futuro\b/,
    ],
    neither: /\bou (?!nao\b)|\btrai|infiel|\bcom outr[ao]\b|\bmenti/,
    articles: 'o|a|os|as|meu|minha|meus|minhas|nosso|nossa|este|esta|um|uma',
    links: 'em|no|na|com|de|do|da|como|para',
  },
};
