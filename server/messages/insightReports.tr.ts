import type { ENGLISH_INSIGHT_REPORTS } from "./insightReports.en.ts";

/** Turkish texts of the page of Insights in its reports. */
export const TURKISH_INSIGHT_REPORTS: Record<keyof typeof ENGLISH_INSIGHT_REPORTS, string> = {
  "report.summary": "Kısaca",
  "report.summary_none": "Bu dönemde özet için çok az şey oldu.",
  "report.statement_issues_opened": "Haftada {value} kayıt açılıyor",
  "report.statement_issues_closed": "Haftada {value} kayıt kapatılıyor",
  "report.statement_throughput": "Haftada {value} kayıt kapatılıyor",
  "report.statement_lead_time": "Bir kaydın kapatılması {value} sürüyor (ortanca)",
  "report.statement_first_response": "Bir kayıt ilk yanıtı {value} bekliyor (ortanca)",
  "report.statement_unanswered": "Açılan kayıtların yanıtsız kalan payı: {value}",
  "report.statement_requests_opened": "Haftada {value} istek açılıyor",
  "report.statement_requests_merged": "Haftada {value} istek birleştiriliyor",
  "report.statement_first_review": "Bir istek ilk incelemeyi {value} bekliyor (ortanca)",
  "report.statement_unreviewed": "Açılan isteklerin incelenmeyen payı: {value}",
  "report.statement_cycle_time": "Bir isteğin birleştirilmesi {value} sürüyor (ortanca)",
  "report.statement_request_size": "Birleştirilen bir istek {value} değiştiriyor (ortanca)",
  "report.statement_commits": "Haftada {value} commit yapılıyor",
  "report.finding_up": "{statement}; {span}: {before}, arttı{target}.",
  "report.finding_down": "{statement}; {span}: {before}, azaldı{target}.",
  "report.finding_unclear": "{statement}; {span} ile arasında belirgin bir değişiklik yok{target}.",
  "report.finding_few": "{statement}{target}.",
  "report.finding_uncovered": "{statement}{target}.",
  "report.span_weekly": "{count, plural, one {önceki hafta} other {önceki # hafta}}",
  "report.span_monthly": "{count, plural, one {önceki ay} other {önceki # ay}}",
  "report.span_quarterly": "{count, plural, one {önceki çeyrek} other {önceki # çeyrek}}",
  "report.span_yearly": "{count, plural, one {önceki yıl} other {önceki # yıl}}",
  "report.backlog_up": "Kapatılandan ({closed}) çok kayıt açıldı ({opened}).",
  "report.backlog_down": "Açılandan ({opened}) çok kayıt kapatıldı ({closed}).",
  "report.carried_reviews":
    "{count, plural, one {İncelemelerin {share} kadarını bir kişi yapıyor.} other {İncelemelerin {share} kadarını # kişi yapıyor.}}",
  "report.carried_commits":
    "{count, plural, one {Commit’lerin {share} kadarını bir kişi yaptı.} other {Commit’lerin {share} kadarını # kişi yaptı.}}",
  "report.finding_target": "; {target}: {verdict}",
  "report.target_words_at_most": "hedef en çok {value}",
  "report.target_words_at_least": "hedef en az {value}",
  "report.marks": "Sürümler, olaylar ve notlar",
  "report.mark_release": "Sürüm",
  "report.mark_incident": "Olay",
  "report.mark_note": "Not",
  "report.mark": "{kind}, {day}: {title}",
  "report.how": "Nasıl hesaplanır",
  "report.how_counts": "Neyi sayar",
  "report.how_leaves": "Neyi dışarıda bırakır",
  "report.how_source": "Nereden gelir",
  "report.says_issues_opened": "Açıldıkları zamana göre kayıtlar.",
  "report.leaves_issues_opened": "Programların açtığı kayıtlar ile takip sisteminde sonradan silinenler.",
  "report.source_issues_opened": "Bağlı takip sistemleri.",
  "report.says_issues_closed": "Şu an kapalı olan kayıtlar, son kapanış zamanlarına göre.",
  "report.leaves_issues_closed":
    "Programların açtığı kayıtlar, silinenler ile yeniden açılmış olup şu an açık duranlar.",
  "report.source_issues_closed": "Bağlı takip sistemleri.",
  "report.says_issues_net":
    "Açılan kayıtlardan kapatılanlar çıkarılır: sıfırın üstündeyse açık kayıtların sayısı artıyor demektir.",
  "report.leaves_issues_net": "Açılan ve kapatılan kayıtlarınkiyle aynı.",
  "report.source_issues_net": "Bağlı takip sistemleri.",
  "report.says_issues_open":
    "Zaman adımı bittiğinde açılmış olan ve henüz son kez kapatılmamış kayıtlar. Bitmemiş bir adımda şu an açık olanlar.",
  "report.leaves_issues_open":
    "Programların açtığı kayıtlar. Yeniden açılmış bir kayıt, kapalı kaldığı sürede de açık sayılır.",
  "report.source_issues_open": "Bağlı takip sistemleri.",
  "report.says_work_in_progress":
    "Zaman adımının sonunda ya da şu anda “yapılacak” ve “sürüyor” ulamlarındaki aşamalarda bulunan açık kayıtların sayısı.",
  "report.leaves_work_in_progress":
    "Programların açtığı kayıtlar, aşaması olmayan takip sistemlerinin kayıtları ve ulamı artık bildirilmeyen bir aşamadaki kayıtlar.",
  "report.source_work_in_progress": "Takip sistemlerinin bildirdiği aşamalar ve aşama değişiklikleri.",
  "report.says_throughput":
    "Kapatılan kayıtların zaman adımındaki hafta sayısına bölümü. Bitmemiş bir adımın yalnızca geçen bölümü sayılır.",
  "report.leaves_throughput": "Kapatılan kayıtlarınkiyle aynı.",
  "report.source_throughput": "Bağlı takip sistemleri.",
  "report.says_lead_time":
    "Şu an kapalı olan ve son kez zaman adımında kapatılan kayıtların açılıştan son kapanışa kadar geçen süresi.",
  "report.leaves_lead_time":
    "Programların açtığı kayıtlar ile şu an açık olanlar. Bir kaydın arada kapalı kaldığı süre de sayılır.",
  "report.source_lead_time": "Bağlı takip sistemleri.",
  "report.says_first_response": "Zaman adımında açılan kayıtların, başka birinin ilk yorumuna kadar geçen süresi.",
  "report.leaves_first_response":
    "Kaydı açanın, programların ve silinmiş hesapların yorumları; yanıtlanmamış kayıtlar; programların açtığı kayıtlar.",
  "report.source_first_response": "Bağlı takip sistemlerindeki yorumlar.",
  "report.says_unanswered":
    "Zaman adımında açılan kayıtlardan, bugüne kadar başka hiç kimsenin yorum yapmadıklarının payı.",
  "report.leaves_unanswered":
    "Kaydı açanın, programların ve silinmiş hesapların yorumları; programların açtığı ve yorumları henüz okunmamış kayıtlar.",
  "report.source_unanswered": "Bağlı takip sistemlerindeki yorumlar.",
  "report.says_open_age":
    "Zaman adımının sonunda açık sayılan kayıtların o ana ya da şu ana kadar ne kadar süredir açık olduğu.",
  "report.leaves_open_age": "Programların açtığı kayıtlar.",
  "report.source_open_age": "Bağlı takip sistemleri.",
  "report.says_reopen_rate":
    "Zaman adımında kapatılan kayıtlardan sonradan herhangi bir zamanda yeniden açılanların payı. Bir kayıt her zaman adımında bir kez sayılır.",
  "report.leaves_reopen_rate":
    "Programların açtığı kayıtlar ile bir kaydın ne zaman kapatılıp yeniden açıldığını bildirmeyen takip sistemleri.",
  "report.source_reopen_rate": "Takip sistemlerinin her kayıt için bildirdikleri.",
  "report.says_time_in_state":
    "Zaman adımında sona eren durum kalışlarının ortanca süresi. Bir kayıt aynı durumda birden çok kez kalabilir; ilk kalış açılışla başlar.",
  "report.leaves_time_in_state": "Bir kaydın şu an içinde bulunduğu durum ile programların açtığı kayıtlar.",
  "report.source_time_in_state": "Takip sistemlerinin bildirdiği durum değişiklikleri.",
  "report.says_flow_efficiency":
    "Açılıştan son kapanışa kadar geçen sürenin “sürüyor” ulamındaki aşamalarda geçen bölümü: son kez zaman adımında kapatılan kayıtların ortalaması.",
  "report.leaves_flow_efficiency":
    "Programların açtığı kayıtlar, aşama değişikliği bilinmeyen kayıtlar ve ulamı artık bildirilmeyen bir aşamada bulunmuş kayıtlar. Bir aşamanın içindeki bekleme iş sayılır, çünkü takip sistemleri bunu bildirmez.",
  "report.source_flow_efficiency": "Takip sistemlerinin bildirdiği aşamalar ve aşama değişiklikleri.",
  "report.says_requests_opened": "Açıldıkları zamana göre birleştirme istekleri.",
  "report.leaves_requests_opened": "Programların açtığı istekler.",
  "report.source_requests_opened": "Bağlı kod sunucuları.",
  "report.says_requests_merged": "Birleştirildikleri zamana göre istekler.",
  "report.leaves_requests_merged": "Programların açtığı istekler ile birleştirilmeden kapatılanlar.",
  "report.source_requests_merged": "Bağlı kod sunucuları.",
  "report.says_first_review": "Zaman adımında açılan isteklerin, başka birinin ilk incelemesine kadar geçen süresi.",
  "report.leaves_first_review":
    "İsteği açanın ve programların incelemeleri, kimsenin incelemediği istekler ile programların açtığı istekler.",
  "report.source_first_review": "Bağlı kod sunucularındaki incelemeler.",
  "report.says_unreviewed":
    "Zaman adımında açılan isteklerden, bugüne kadar başka hiç kimsenin incelemediklerinin payı.",
  "report.leaves_unreviewed":
    "İsteği açanın ve programların incelemeleri; programların açtığı ve incelemeleri henüz okunmamış istekler.",
  "report.source_unreviewed": "Bağlı kod sunucularındaki incelemeler.",
  "report.says_cycle_time": "Zaman adımında birleştirilen isteklerin açılıştan birleştirmeye kadar geçen süresi.",
  "report.leaves_cycle_time": "Programların açtığı, açık olan ya da birleştirilmeden kapatılan istekler.",
  "report.source_cycle_time": "Bağlı kod sunucuları.",
  "report.says_request_size": "Zaman adımında birleştirilen her isteğin eklediği ve sildiği satırların toplamı.",
  "report.leaves_request_size": "Programların açtığı ya da dosyaları okunmamış istekler ile ikili dosyalar.",
  "report.source_request_size": "Bağlı kod sunucularındaki istek dosyaları.",
  "report.says_commits": "Varsayılan dalın geçmişindeki commit’ler, commit zamanlarına göre (git’in committer tarihi).",
  "report.leaves_commits": "Birleştirmeler (birden çok üst commit’i olanlar) ve programların yazdığı commit’ler.",
  "report.source_commits": "Bağlı depoların geçmişi.",
  "report.says_contributors":
    "Zaman adımındaki commit’lerin farklı yazarları. Kişiler listesindekilerle aynıdır: deponun .mailmap dosyası uygulandıktan sonra e-posta adresi (büyük küçük harf ayrımı olmadan), hesap kullanıcı adı (bir imzada ad olarak geçse de), no-reply adresi ya da en az iki sözcüklü adı aynı olan imzalar ve hesaplar, arada bir üçüncüsü üzerinden de olsa, bir kişidir. root@localhost gibi kimseye ait olmayan adresler kimseyi birleştirmez. Elle birleştirilen ya da ayrılan öyle kalır.",
  "report.leaves_contributors":
    "Programlar, birleştirmeler, ortak yazarlar ve yalnızca başkalarının yazdığını uygulayanlar.",
  "report.source_contributors": "Bağlı depoların geçmişi.",
  "report.says_churn":
    "Zaman adımındaki commit’lerin, her biri kendi üst commit’ine göre, eklediği ve sildiği satırların toplamı. Git’in taşınmış saydığı bir dosyada yalnızca içinde değişenler sayılır.",
  "report.leaves_churn":
    "Birleştirmeler, programların commit’leri, ikili dosyalar ve satırları henüz sayılmamış commit’ler.",
  "report.source_churn": "Bağlı depoların geçmişi.",
  "report.says_document_age":
    "Zaman adımı bittiğinde, şu an var olan her belgenin (Markdown, reStructuredText, AsciiDoc) en son ne kadar önce değiştirilmiş olduğu. Artık olmayan bir yol, bugün (büyük küçük harf ayrımı olmadan) aynı adı taşıyan tek dosya için sayılır.",
  "report.leaves_document_age":
    "Wiki sayfaları, üretilmiş ve dışarıdan alınmış dosyalar, programların değişiklikleri ve 100’den çok dosyayı değiştiren commit’ler.",
  "report.source_document_age": "Bağlı depoların geçmişi.",
};
